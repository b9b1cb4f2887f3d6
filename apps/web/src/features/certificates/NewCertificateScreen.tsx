import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { Controller } from 'react-hook-form';
import { applyServerIssues } from '../../lib/form.ts';
import { useFormat } from '../../lib/format.ts';
import { useGqlChange } from '../../lib/query.ts';
import { notifyError } from '../../lib/toast.ts';
import { useCompany } from '../../lib/viewer.ts';
import { useWords } from '../../lib/words.ts';
import { Alert } from '../../ui/Alert.tsx';
import { ComboBox } from '../../ui/ComboBox.tsx';
import { DescriptionList } from '../../ui/DescriptionList.tsx';
import { Field } from '../../ui/Field.tsx';
import { Page, PageHeader } from '../../ui/PageHeader.tsx';
import { CertificateForm, type CertificateFormControls } from './CertificateForm.tsx';
import { type CertificateEmployeeFragment, CreateCertificateDocument } from './certificates.gql.ts';
import { certificateEmployeeQuery, searchEmployees } from './certificates.queries.ts';
import { proposedMark } from './ProposedMark.tsx';
import type { Proposals } from './use-proposals.ts';

const EMPTY = {
  employeeId: undefined,
  superiorId: undefined,
  incapacityReason: undefined,
  entryType: undefined,
  certifType: undefined,
  authorizedExit: undefined,
  startDate: '',
  endDate: '',
  doctorName: '',
  documentId: null,
};

/** A new certificate or declared absence. */
export function NewCertificateScreen() {
  const t = useWords('certificates');
  const company = useCompany();
  const navigate = useNavigate();
  const create = useGqlChange(CreateCertificateDocument, { topics: ['certificate'], success: t('form.created'), onError: () => false });
  if (!company) return <Alert tone="info">{t('form.noCompany')}</Alert>;
  return (
    <Page width="narrow">
      <PageHeader title={t('form.new')} back={{ to: '/certificates', label: t('list.title') }} />
      <CertificateForm
        companyId={company.id}
        draftKey={`certificate-new-${company.id}`}
        values={EMPTY}
        document={null}
        busy={create.isPending}
        saveLabel={t('form.create')}
        employee={(form, proposals) => <EmployeeField companyId={company.id} form={form} proposals={proposals} />}
        onCancel={() => void navigate({ to: '/certificates' })}
        onSave={(input, { form, clearDraft }) =>
          create.mutate(
            { companyId: company.id, input },
            {
              onSuccess: ({ createCertificate }) => {
                clearDraft();
                void navigate({ to: '/certificates/$id', params: { id: createCertificate.id } });
              },
              onError: (error) => {
                if (!applyServerIssues(form, error)) notifyError(error);
              },
            },
          )
        }
      />
    </Page>
  );
}

function EmployeeField({ companyId, form, proposals }: { companyId: string; form: CertificateFormControls; proposals: Proposals }) {
  const t = useWords('certificates');
  const enums = useWords('enums');
  const format = useFormat();
  const [chosen, setChosen] = useState<CertificateEmployeeFragment | null>(null);
  // A draft brings back the id alone; whom it means must stand on the screen too.
  const employeeId = form.watch('employeeId');
  const unknown = employeeId && employeeId !== chosen?.id ? employeeId : undefined;
  const restored = useQuery({ ...certificateEmployeeQuery(unknown ?? ''), enabled: unknown !== undefined });
  const employee = unknown === undefined ? chosen : (restored.data?.employee ?? null);
  const textOf = (person: CertificateEmployeeFragment) =>
    `${person.employeeFirstName} ${person.employeeLastName} · ${person.employeeMatricule}`;
  return (
    <>
      <Controller
        control={form.control}
        name="employeeId"
        render={({ field }) => (
          <Field
            label={t('field.employee')}
            required
            error={form.error('employeeId')}
            hint={proposedMark(proposals, 'employeeId', t('field.employee')) || t('field.employeeHint')}
          >
            <ComboBox<CertificateEmployeeFragment>
              value={employee}
              search={(text, signal) => searchEmployees(companyId, text, signal)}
              itemKey={({ id }) => id}
              itemText={textOf}
              placeholder={t('field.employeePlaceholder')}
              onChange={(person) => {
                setChosen(person);
                field.onChange(person?.id);
                if (person?.superiorId && !form.getValues('superiorId'))
                  form.setValue('superiorId', person.superiorId, { shouldDirty: true });
              }}
            />
          </Field>
        )}
      />
      {employee && (
        <DescriptionList
          items={[
            { label: t('field.employeePhoneNumber'), value: format.phone(employee.employeePhoneNumber) },
            { label: t('field.employeeGender'), value: enums(`gender.${employee.employeeGender}`) },
            { label: t('field.employeeAddress'), value: employee.employeeAddress, wide: true },
          ]}
        />
      )}
    </>
  );
}
