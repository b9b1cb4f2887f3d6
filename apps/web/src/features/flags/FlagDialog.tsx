import { featureFlagRule, MAX_FLAG_COMPANIES } from '@checkwell/domain/flags/rules';
import { useState } from 'react';
import { useFieldArray } from 'react-hook-form';
import { ApiError } from '../../lib/api/api-error.ts';
import { invalidate, useGqlChange } from '../../lib/api/query.ts';
import { applyServerIssues, useZodForm } from '../../lib/forms/form.ts';
import { useTranslations } from '../../lib/i18n/translations.ts';
import type { FoundCompany } from '../../lib/records/found-companies.ts';
import { Alert } from '../../ui/content/Alert.tsx';
import { Checkbox } from '../../ui/controls/Checkbox.tsx';
import { Field } from '../../ui/controls/Field.tsx';
import { IconButton } from '../../ui/controls/IconButton.tsx';
import { SegmentedControl } from '../../ui/controls/SegmentedControl.tsx';
import { TextInput } from '../../ui/controls/TextInput.tsx';
import { CompanyBox } from '../../ui/forms/CompanyBox.tsx';
import { FormDialog } from '../../ui/overlays/FormDialog.tsx';
import { type FlagRowFragment, SetFeatureFlagDocument } from './flags.gql.ts';

interface FlagDialogProps {
  /** Follows the list: after a change by somebody else, saving again takes the newer version. */
  readonly flag: FlagRowFragment;
  readonly onClose: () => void;
}

/** Sets a flag: on or off, the share of companies, and companies with an answer of their own. */
export function FlagDialog({ flag, onClose }: FlagDialogProps) {
  const t = useTranslations('flags');
  const form = useZodForm(featureFlagRule, {
    defaultValues: {
      enabled: flag.enabled,
      percentage: flag.percentage,
      companies: flag.companies.map(({ companyId, enabled }) => ({ companyId, enabled })),
    },
  });
  const [names, setNames] = useState(() => new Map(flag.companies.map(({ companyId, companyName }) => [companyId, companyName])));
  const [opened] = useState(flag.version);
  const companies = useFieldArray({ control: form.control, name: 'companies' });
  const set = useGqlChange(SetFeatureFlagDocument, {
    topics: ['flag'],
    success: t('common:saved'),
    onSuccess: onClose,
    onError: (error) => {
      if (error instanceof ApiError && error.code === 'entity.changedMeanwhile') {
        void invalidate('flag');
        return false;
      }
      return !applyServerIssues(form, error);
    },
  });
  const add = (company: FoundCompany | null): void => {
    if (!company || companies.fields.some(({ companyId }) => companyId === company.id)) return;
    setNames((known) => new Map(known).set(company.id, company.name));
    companies.append({ companyId: company.id, enabled: true }, { shouldFocus: false });
  };
  return (
    <FormDialog
      title={t(`flag.${flag.name}.title`)}
      submitLabel={t('common:save')}
      busy={set.isPending}
      unsaved={form.formState.isDirty}
      onSubmit={form.handleSubmit((input) => set.mutate({ name: flag.name, version: flag.version, input }))}
      onClose={onClose}
    >
      {flag.version !== opened && !set.isPending && !set.isSuccess && (
        <Alert tone="warning" live title={t('changedTitle')}>
          {t('changedText')}
        </Alert>
      )}
      <p className="text-xs text-muted">{t(`flag.${flag.name}.text`)}</p>
      <Checkbox {...form.register('enabled')} label={t('enabledLabel')} hint={t('enabledHint')} />
      <Field label={t('percentage')} required hint={t('percentageHint')} error={form.error('percentage')}>
        <TextInput
          {...form.register('percentage', { setValueAs: (text: unknown) => (text === '' || text === null ? Number.NaN : Number(text)) })}
          inputMode="numeric"
          autoComplete="off"
          className="max-w-24"
        />
      </Field>
      {companies.fields.length < MAX_FLAG_COMPANIES && (
        <Field label={t('addCompany')} hint={t('companiesHint')} error={form.error('companies')}>
          <CompanyBox value={null} collects onChange={add} placeholder={t('companyPlaceholder')} emptyText={t('companyEmpty')} />
        </Field>
      )}
      {companies.fields.length > 0 && (
        <ul aria-label={t('companies')} className="flex flex-col divide-y divide-line rounded-control border border-line">
          {companies.fields.map(({ id, companyId, enabled }, index) => {
            const name = names.get(companyId) ?? '';
            return (
              <li key={id} className="flex items-center gap-2 px-3 py-1.5">
                <span className="min-w-0 flex-1 text-xs wrap-anywhere">{name}</span>
                <SegmentedControl<'on' | 'off'>
                  label={name}
                  size="xs"
                  value={enabled ? 'on' : 'off'}
                  onChange={(value) => companies.update(index, { companyId, enabled: value === 'on' })}
                  options={[
                    { value: 'on', label: t('on') },
                    { value: 'off', label: t('off') },
                  ]}
                />
                <IconButton icon="trash" label={t('removeCompany', { name })} onClick={() => companies.remove(index)} />
              </li>
            );
          })}
        </ul>
      )}
    </FormDialog>
  );
}
