import { type RefObject, useRef } from 'react';
import { Controller, useWatch } from 'react-hook-form';
import { useFormat } from '../../../lib/i18n/format.ts';
import { useTranslations } from '../../../lib/i18n/translations.ts';
import type { ReadNamesakes } from '../../../lib/records/certificate-reading.ts';
import { Alert } from '../../../ui/content/Alert.tsx';
import { Card } from '../../../ui/content/Card.tsx';
import { DescriptionList } from '../../../ui/content/DescriptionList.tsx';
import { Button } from '../../../ui/controls/Button.tsx';
import { ComboBox, type ComboBoxHandle } from '../../../ui/controls/ComboBox.tsx';
import { Field, FormStack } from '../../../ui/controls/Field.tsx';
import { SuperiorBox } from '../../../ui/forms/SuperiorBox.tsx';
import type { CertificateEmployeeFragment, CertificateFieldsFragment } from '../certificates.gql.ts';
import { searchEmployees } from '../certificates.queries.ts';
import { certificateProposedMark } from './CertificateProposedMark.tsx';
import type { FormParts } from './form-types.ts';
import { NamesakeChoice } from './NamesakeChoice.tsx';
import type { ChosenWorker } from './use-worker.ts';
import { WorkerFields } from './WorkerFields.tsx';

interface WorkerCardProps extends FormParts {
  readonly worker: ChosenWorker;
  /** The saved certificate: its worker is shown also to users who may no longer open that employee. */
  readonly saved: CertificateFieldsFragment | null;
  /** The name on the document, when several employees have it. */
  readonly offered: ReadNamesakes | null;
}

/** The absent employee, the employee's fields that a certificate needs, and the superior. */
export function WorkerCard({ worker, saved, offered, ...parts }: WorkerCardProps) {
  const t = useTranslations('certificates', 'employeeFields');
  const { form } = parts;
  const { mode, stored } = worker;
  const box = useRef<ComboBoxHandle>(null);
  const employeeId = useWatch({ control: form.control, name: 'employeeId' });
  const shown = stored ?? (saved && saved.employeeId === employeeId ? saved : null);
  const action =
    mode === 'none' ? (
      <Button icon="userPlus" onClick={() => worker.add('')}>
        {t('form.addWorker')}
      </Button>
    ) : mode === 'new' ? (
      <Button icon="search" onClick={worker.undo}>
        {t('form.chooseWorker')}
      </Button>
    ) : mode === 'changing' ? (
      !worker.incomplete && (
        <Button icon="x" onClick={worker.undo}>
          {t('form.undoWorker')}
        </Button>
      )
    ) : (
      stored && (
        <Button icon="edit" onClick={worker.change}>
          {t('form.editWorker')}
        </Button>
      )
    );
  return (
    <Card title={t(mode === 'new' ? 'form.newWorker' : 'employeeFields:employee')} actions={action}>
      <FormStack>
        {mode !== 'new' && <WorkerBox {...parts} worker={worker} shown={shown} box={box} />}
        {mode === 'none' && offered && (
          <NamesakeChoice offered={offered} onChoose={worker.chooseById} onSearch={(name) => box.current?.searchFor(name)} />
        )}
        {mode === 'chosen' && shown && <WorkerFacts employee={shown} />}
        {mode === 'changing' && worker.incomplete && <Alert tone="warning">{t('form.workerIncomplete')}</Alert>}
        {worker.changedMeanwhile && (
          <Alert tone="warning" live title={t('common:conflict.employee')}>
            {t('common:conflict.text')}
          </Alert>
        )}
        {(mode === 'new' || mode === 'changing') && (
          <>
            <WorkerFields form={form} isNew={mode === 'new'} />
            <p className="text-2xs text-muted">{t('form.workerSaved')}</p>
          </>
        )}
        <SuperiorField {...parts} />
      </FormStack>
    </Card>
  );
}

type Person = CertificateEmployeeFragment | CertificateFieldsFragment;
const nameOf = ({ employeeFirstName, employeeLastName, employeeMatricule }: Person): string =>
  `${employeeFirstName} ${employeeLastName} · ${employeeMatricule}`;

function WorkerBox({
  companyId,
  form,
  proposals,
  worker,
  shown,
  box,
}: FormParts & { readonly worker: ChosenWorker; readonly shown: Person | null; readonly box: RefObject<ComboBoxHandle | null> }) {
  const t = useTranslations('certificates', 'employeeFields');
  const label = t('employeeFields:employee');
  return (
    <Controller
      control={form.control}
      name="employeeId"
      render={({ field }) => (
        <Field
          label={label}
          required
          error={form.error('employeeId')}
          hint={certificateProposedMark(proposals, 'employeeId', label) || t('hint.employee')}
        >
          <ComboBox<Person>
            ref={(handle) => {
              field.ref(handle);
              box.current = handle;
            }}
            value={shown}
            search={(text, signal) => searchEmployees(companyId, text, signal)}
            itemKey={(person) => ('employeeId' in person ? person.employeeId : person.id)}
            itemText={nameOf}
            placeholder={t('form.employeePlaceholder')}
            createLabel={(name) => t('form.addWorkerNamed', { name })}
            onCreate={worker.add}
            onBlur={field.onBlur}
            onChange={(person) => {
              // Every search result is an employee; only the certificate's own worker has another type, and is chosen already.
              if (person === null || !('employeeId' in person)) {
                proposals.confirm('employeeId');
                worker.choose(person);
              }
            }}
          />
        </Field>
      )}
    />
  );
}

function WorkerFacts({ employee }: { readonly employee: Person }) {
  const t = useTranslations('certificates', 'employeeFields');
  const enums = useTranslations('enums');
  const format = useFormat();
  return (
    <DescriptionList
      items={[
        { label: t('employeeFields:employeePhoneNumber'), value: format.phone(employee.employeePhoneNumber) },
        { label: t('employeeFields:employeeGender'), value: enums(`gender.${employee.employeeGender}`) },
        { label: t('employeeFields:employeeLanguage'), value: enums(`workerLanguage.${employee.employeeLanguage}`) },
        { label: t('employeeFields:function'), value: employee.function },
        { label: t('employeeFields:employeeAddress'), value: employee.employeeAddress, wide: true },
      ]}
    />
  );
}

function SuperiorField({ companyId, form, extras, changeExtras }: FormParts) {
  const t = useTranslations('certificates', 'employeeFields');
  return (
    <Controller
      control={form.control}
      name="superiorId"
      render={({ field }) => (
        <Field label={t('employeeFields:superiorFullName')} required error={form.error('superiorId')}>
          <SuperiorBox
            ref={field.ref}
            companyId={companyId}
            saysNone
            // The form holds only the id; `extras` holds the name.
            value={extras.superior?.id === field.value ? extras.superior : null}
            onBlur={field.onBlur}
            onChange={(superior) => {
              changeExtras({ superior });
              field.onChange(superior?.id);
            }}
          />
        </Field>
      )}
    />
  );
}
