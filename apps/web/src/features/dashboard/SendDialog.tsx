import { type SendDashboardInput, sendDashboardRule } from '@checkwell/domain/dashboard/report';
import { useState } from 'react';
import { Controller, useWatch } from 'react-hook-form';
import { useGqlChange } from '../../lib/api/query.ts';
import { applyServerIssues, useZodForm } from '../../lib/forms/form.ts';
import { useTranslations } from '../../lib/i18n/translations.ts';
import { useCompany, useViewer } from '../../lib/session/viewer.ts';
import { ComboBox } from '../../ui/controls/ComboBox.tsx';
import { Field } from '../../ui/controls/Field.tsx';
import { IconButton } from '../../ui/controls/IconButton.tsx';
import { Select } from '../../ui/controls/Select.tsx';
import { FormDialog } from '../../ui/overlays/FormDialog.tsx';
import { PeriodChoice, SuperiorFilter } from './DashboardFilters.tsx';
import { SendDashboardDocument } from './dashboard.gql.ts';
import { type FoundReader, findReaders } from './dashboard.queries.ts';
import { ALL_COMPANIES, type DashboardSearch, filterOf } from './dashboard-search.ts';

interface SendDialogProps {
  /** What the dashboard shows. */
  search: DashboardSearch;
  superiorFullName: string | null | undefined;
  onClose: () => void;
}

/** Sends the dashboard of one company by e-mail to people of that company (specification, sections 2, 5 and 8). */
export function SendDialog({ search, superiorFullName, onClose }: SendDialogProps) {
  const t = useTranslations('dashboard');
  const viewer = useViewer();
  const current = useCompany();
  const { companyId, superiorId, period, from, to } = filterOf(search, current?.id);
  const form = useZodForm(sendDashboardRule, {
    defaultValues: {
      companyId: search.companyId === ALL_COMPANIES ? '' : (companyId ?? ''),
      superiorId,
      period,
      from: from ?? undefined,
      to: to ?? undefined,
      recipients: [viewer.userName],
    },
  });
  const send = useGqlChange(SendDashboardDocument, {
    success: t('send.sent'),
    onSuccess: onClose,
    onError: (error) => !applyServerIssues(form, error),
  });
  const submit = form.handleSubmit((input: SendDashboardInput) =>
    send.mutate({
      input: {
        companyId: input.companyId,
        superiorId: choosesSuperior ? (input.superiorId ?? null) : null,
        period: input.period ?? null,
        from: input.from ?? null,
        to: input.to ?? null,
        recipients: input.recipients,
      },
    }),
  );
  const chosenCompany = useWatch({ control: form.control, name: 'companyId' });
  const superior = useWatch({ control: form.control, name: 'superiorId' });
  const choosesSuperior = viewer.companies.find(({ id }) => id === chosenCompany)?.accesType === 'admin';
  const days = useWatch({ control: form.control, name: ['period', 'from', 'to'] });
  return (
    <FormDialog
      title={t('send.title')}
      submitLabel={t('send.submit')}
      submitIcon="send"
      busy={send.isPending}
      unsaved={form.formState.isDirty}
      onSubmit={submit}
      onClose={onClose}
    >
      <p className="text-pretty text-muted">{t('send.text')}</p>
      <Field label={t('send.company')} required hint={t('send.companyHint')} error={form.error('companyId')}>
        <Select
          {...form.register('companyId', {
            // A superior belongs to one company.
            onChange: () => form.setValue('superiorId', null, { shouldDirty: true }),
          })}
          placeholder={viewer.companies.length > 1 ? '–' : undefined}
          options={viewer.companies.map(({ id, name }) => ({ value: id, label: name }))}
        />
      </Field>
      {choosesSuperior && (
        <SuperiorFilter
          key={chosenCompany}
          companyId={chosenCompany}
          value={superior ?? undefined}
          fullName={superiorFullName}
          onChange={(id) => form.setValue('superiorId', id ?? null, { shouldDirty: true })}
        />
      )}
      <Controller
        control={form.control}
        name="recipients"
        render={({ field: { value, onChange, onBlur } }) => (
          <Recipients
            companyId={chosenCompany}
            value={value}
            onChange={onChange}
            onBlur={onBlur}
            error={form.error('recipients') ?? firstError(form.formState.errors.recipients)}
          />
        )}
      />
      <PeriodChoice
        values={{ period: days[0] ?? undefined, from: days[1] ?? undefined, to: days[2] ?? undefined }}
        onChange={(change) => {
          for (const name of ['period', 'from', 'to'] as const)
            if (name in change) form.setValue(name, change[name], { shouldDirty: true, shouldValidate: form.formState.isSubmitted });
        }}
      />
    </FormDialog>
  );
}

/** The server's error of one address is on the field of all. */
function firstError(errors: unknown): string | undefined {
  const list = Array.isArray(errors) ? errors : [];
  return list.map((error: { message?: string } | undefined) => error?.message).find(Boolean);
}

interface RecipientsProps {
  readonly companyId: string;
  readonly value: readonly string[];
  readonly onChange: (value: readonly string[]) => void;
  readonly onBlur: () => void;
  readonly error: string | undefined;
}

function Recipients({ companyId, value, onChange, onBlur, error }: RecipientsProps) {
  const t = useTranslations('dashboard');
  const { userName } = useViewer();
  const [names, setNames] = useState<ReadonlyMap<string, string>>(new Map());
  // A new key after each choice renders the field again, empty.
  const [round, setRound] = useState(0);
  const nameOf = (email: string): string => (email === userName ? t('send.self', { email }) : names.get(email) || email);
  const add = (email: string, fullName = ''): void => {
    if (!value.includes(email)) onChange([...value, email]);
    setNames(new Map([...names, [email, fullName ? `${fullName} (${email})` : email]]));
    setRound(round + 1);
  };
  return (
    <Field label={t('send.recipients')} required hint={t('send.recipientsHint')} error={error}>
      <div className="flex flex-col gap-2">
        {value.length > 0 && (
          <ul className="flex flex-wrap gap-1.5">
            {value.map((email) => (
              <li
                key={email}
                className="inline-flex max-w-full items-center gap-1 rounded-full bg-brand-soft py-0.5 pr-1 pl-2.5 text-2xs text-brand-fg"
              >
                <span className="truncate">{nameOf(email)}</span>
                <IconButton
                  icon="x"
                  size="xs"
                  label={t('send.remove', { name: nameOf(email) })}
                  className="size-6!"
                  onClick={() => onChange(value.filter((other) => other !== email))}
                />
              </li>
            ))}
          </ul>
        )}
        <ComboBox<FoundReader>
          key={`${companyId} ${round}`}
          value={null}
          disabled={companyId === ''}
          onChange={(reader) => reader && add(reader.email, reader.fullName)}
          onBlur={onBlur}
          search={(text, signal) => findReaders(companyId, text, signal)}
          itemKey={({ email }) => email}
          itemText={({ fullName, email }) => fullName || email}
          renderItem={({ fullName, email }) => (
            <span className="flex min-w-0 flex-col">
              <span className="truncate">{fullName || email}</span>
              {fullName && <span className="truncate text-2xs text-muted">{email}</span>}
            </span>
          )}
          placeholder={t('send.find')}
          emptyText={t('send.noRecipient')}
          createLabel={(text) => `${t('send.add')} ${text}`}
          onCreate={(text) => add(text.trim().toLowerCase())}
        />
      </div>
    </Field>
  );
}
