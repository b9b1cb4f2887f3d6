import { orderWorkerStep } from '@checkwell/domain/check/rules';
import { type Ref, useEffect, useRef, useState } from 'react';
import { Controller } from 'react-hook-form';
import { useZodForm } from '../../../lib/forms/form.ts';
import { type StepProps, useChanges, useFieldErrors } from '../../../lib/forms/step-form.ts';
import { useFormat } from '../../../lib/i18n/format.ts';
import { useTranslations } from '../../../lib/i18n/translations.ts';
import { useMessageText } from '../../../lib/i18n/use-message-text.ts';
import type { FoundCompany } from '../../../lib/records/found-companies.ts';
import { type SuperiorName, superiorName } from '../../../lib/records/superiors.ts';
import { Avatar } from '../../../ui/content/Avatar.tsx';
import { Button } from '../../../ui/controls/Button.tsx';
import { ComboBox, type ComboBoxHandle } from '../../../ui/controls/ComboBox.tsx';
import { Field, FormStack } from '../../../ui/controls/Field.tsx';
import { EmailInput, TextInput } from '../../../ui/controls/TextInput.tsx';
import { CompanyBox } from '../../../ui/forms/CompanyBox.tsx';
import { StepBody } from '../../../ui/forms/StepBody.tsx';
import { SuperiorBox } from '../../../ui/forms/SuperiorBox.tsx';
import { WorkerContactFields } from '../../../ui/forms/WorkerContactFields.tsx';
import { WorkerIdentityFields } from '../../../ui/forms/WorkerIdentityFields.tsx';
import type { OrderEmployeeFragment } from '../order.gql.ts';
import { findEmployees } from '../order.queries.ts';
import { fieldsOn, newWorker, type OrderDraft, type RunningCertificate, type WorkerValues, workerFrom } from '../order-draft.ts';

interface WorkerStepProps extends StepProps<WorkerValues> {
  readonly draft: OrderDraft;
  /** The provider's team chooses for which company it orders; employers order for the company they work in. */
  readonly choosesCompany: boolean;
  /** Proposed for a worker who is added by hand. */
  readonly ownSuperior: SuperiorName | null;
  /** Certificates of the chosen employee that run today. */
  readonly running: readonly RunningCertificate[];
  readonly onDraft: (change: (old: OrderDraft) => OrderDraft) => void;
  /** Called when another worker is chosen. @param more other changes of the draft */
  readonly onAnotherWorker: (worker: WorkerValues, more: Partial<OrderDraft>) => void;
}

/** First step: who is to be checked, and how the worker is reached. */
export function WorkerStep({
  values,
  fieldErrors,
  draft,
  choosesCompany,
  ownSuperior,
  running,
  onChange,
  onDraft,
  onAnotherWorker,
  onNext,
}: WorkerStepProps) {
  const t = useTranslations('order', 'checkFields');
  const messageText = useMessageText();
  const [missing, setMissing] = useState<'company' | 'employee' | null>(null);
  const form = useZodForm(orderWorkerStep, {
    defaultValues: { ...values, workerGender: values.workerGender || undefined, workerLanguage: values.workerLanguage || undefined },
  });
  useChanges(form, (changed) =>
    onChange({ ...changed, workerGender: changed.workerGender ?? '', workerLanguage: changed.workerLanguage ?? '' }),
  );
  useFieldErrors(form, fieldErrors, fieldsOn('worker'));

  const fill = (worker: WorkerValues, more: Partial<OrderDraft>) => {
    form.reset({ ...worker, workerGender: worker.workerGender || undefined, workerLanguage: worker.workerLanguage || undefined });
    setMissing(null);
    onAnotherWorker(worker, more);
  };
  const handleEmployee = (employee: OrderEmployeeFragment | null) => {
    if (!employee) return;
    const superior = employee.superior;
    fill(workerFrom(employee), { mode: 'employee', superiorName: superior ? superiorName(superior) : '' });
  };
  const handleAdd = (typed: string) => {
    const [first = '', ...rest] = typed.trim().split(/\s+/);
    fill(
      { ...newWorker(ownSuperior?.id ?? null), workerFirstName: first, workerLastName: rest.join(' ') },
      { mode: 'add', superiorName: ownSuperior ? superiorName(ownSuperior) : '' },
    );
  };
  const handleCompany = (company: FoundCompany | null) => {
    fill(newWorker(null), { companyId: company?.id ?? null, companyName: company?.name ?? '', mode: null });
  };
  const submit = form.handleSubmit(onNext, () => {
    if (draft.companyId === null) setMissing('company');
    else if (draft.mode === null) setMissing('employee');
  });

  const { companyId, mode } = draft;
  // The focus moves on when the choice replaces the field that had it.
  const box = useRef<ComboBoxHandle>(null);
  const chosen = useRef<HTMLDivElement>(null);
  const shown = useRef(mode);
  const { setFocus } = form;
  useEffect(() => {
    if (shown.current === mode) return;
    shown.current = mode;
    if (mode === 'employee') chosen.current?.focus();
    else if (mode === 'add') setFocus('workerFirstName');
    else box.current?.focus();
  }, [mode, setFocus]);
  const identityWrong = ['workerFirstName', 'workerLastName', 'workerGender', 'workerLanguage'].some(
    (name) => name in form.formState.errors,
  );
  return (
    <StepBody title={t('worker.title')} onSubmit={submit}>
      {choosesCompany && (
        <Field label={t('company.label')} required error={missing === 'company' ? messageText('validation:companyRequired') : undefined}>
          <CompanyBox
            value={companyId === null ? null : { id: companyId, name: draft.companyName, companyNumber: '' }}
            onChange={handleCompany}
            placeholder={t('company.placeholder')}
            emptyText={t('company.empty')}
          />
        </Field>
      )}
      {companyId !== null && mode === null && (
        <FormStack>
          <Field
            label={t('worker.search')}
            required
            error={missing === 'employee' ? messageText('validation:employeeRequired') : undefined}
          >
            <ComboBox<OrderEmployeeFragment>
              ref={box}
              startsHere
              value={null}
              onChange={handleEmployee}
              search={(text, signal) => findEmployees(companyId, text, signal)}
              itemKey={({ id }) => id}
              itemText={({ employeeFirstName, employeeLastName }) => `${employeeFirstName} ${employeeLastName}`}
              renderItem={(employee) => (
                <EmployeeLine
                  name={`${employee.employeeFirstName} ${employee.employeeLastName}`}
                  detail={[employee.employeeMatricule, employee.function || employee.subEmployee].filter(Boolean).join(' · ')}
                />
              )}
              placeholder={t('common:searchPerson.label')}
              emptyText={t('worker.empty')}
              createLabel={(name) => t('worker.add', { name })}
              onCreate={handleAdd}
            />
          </Field>
          <div>
            <Button icon="userPlus" onClick={() => handleAdd('')}>
              {t('worker.addButton')}
            </Button>
          </div>
        </FormStack>
      )}
      {companyId !== null && mode !== null && (
        <FormStack>
          {mode === 'employee' ? (
            <ChosenEmployee
              values={values}
              certificate={running.find(({ id }) => id === draft.incapacity.certificateId)}
              onChange={() => fill(newWorker(null), { mode: null })}
              ref={chosen}
            />
          ) : (
            <div className="flex flex-wrap items-center justify-between gap-2">
              <h3 className="text-sm font-semibold">{t('worker.addTitle')}</h3>
              <Button variant="link" onClick={() => fill(newWorker(null), { mode: null })}>
                {t('worker.backToSearch')}
              </Button>
            </div>
          )}
          {(mode === 'add' || identityWrong) && (
            <WorkerIdentityFields
              form={form}
              more={
                <Field label={t('checkFields:workerExternalId')} optional error={form.error('employeeMatricule')}>
                  <TextInput {...form.register('employeeMatricule')} autoComplete="off" />
                </Field>
              }
            />
          )}
          {mode === 'employee' && (
            <div>
              <h3 className="text-sm font-semibold">{t('worker.contactTitle')}</h3>
              <p className="text-xs text-muted">{t('worker.contactHint')}</p>
            </div>
          )}
          <WorkerContactFields form={form} />
          <Field label={t('checkFields:workerEmail')} hint={t('hint.workerEmail')} optional error={form.error('workerEmail')}>
            <EmailInput {...form.register('workerEmail')} autoComplete="off" />
          </Field>
          <Controller
            control={form.control}
            name="superiorId"
            render={({ field }) => (
              <Field label={t('checkFields:superiorFullName')} hint={t('hint.superior')} optional error={form.error('superiorId')}>
                <SuperiorBox
                  companyId={companyId}
                  value={field.value === null ? null : { id: field.value, superiorFullName: draft.superiorName, email: '' }}
                  onChange={(superior) => {
                    field.onChange(superior?.id ?? null);
                    onDraft((old) => ({ ...old, superiorName: superior ? superiorName(superior) : '' }));
                  }}
                />
              </Field>
            )}
          />
        </FormStack>
      )}
    </StepBody>
  );
}

function EmployeeLine({ name, detail }: { readonly name: string; readonly detail: string }) {
  return (
    <span className="flex min-w-0 flex-col">
      <span className="truncate">{name}</span>
      {detail && <span className="truncate text-2xs text-muted">{detail}</span>}
    </span>
  );
}

interface ChosenEmployeeProps {
  readonly values: WorkerValues;
  /** The running certificate that fills in the next step. */
  readonly certificate: RunningCertificate | undefined;
  readonly onChange: () => void;
  readonly ref: Ref<HTMLDivElement>;
}

function ChosenEmployee({ values, certificate, onChange, ref }: ChosenEmployeeProps) {
  const t = useTranslations('order');
  const enums = useTranslations('enums');
  const format = useFormat();
  const name = `${values.workerFirstName} ${values.workerLastName}`;
  const facts = [
    values.employeeMatricule,
    values.workerLanguage && enums(`workerLanguage.${values.workerLanguage}`),
    values.workerGender && enums(`gender.${values.workerGender}`),
    values.workerPhoneNumber && format.phone(values.workerPhoneNumber),
  ];
  return (
    // biome-ignore lint/a11y/useSemanticElements: no fieldset, whose legend could not be beside the button.
    <div
      ref={ref}
      role="group"
      tabIndex={-1}
      aria-label={name}
      className="flex flex-wrap items-center gap-3 rounded-lg border border-line bg-sunken p-3"
    >
      <Avatar name={name} />
      <div className="min-w-0 flex-1">
        <p className="text-sm font-semibold">{name}</p>
        <p className="text-2xs text-muted">{facts.filter(Boolean).join(' · ')}</p>
        {/* The live region exists before its text, because the certificate is found after the worker. */}
        <p role="status" className="mt-0.5 text-2xs text-info-fg empty:hidden">
          {certificate && t('running.found', { period: format.dateRange(certificate.startDate, certificate.endDate) })}
        </p>
      </div>
      <Button onClick={onChange}>{t('worker.change')}</Button>
    </div>
  );
}
