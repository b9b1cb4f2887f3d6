import { companyRule } from '@checkwell/domain/people/company';
import { Controller } from 'react-hook-form';
import { ApiError } from '../../../lib/api/api-error.ts';
import { invalidate, useGqlChange } from '../../../lib/api/query.ts';
import { applyServerIssues, useZodForm } from '../../../lib/forms/form.ts';
import { centsOf, centsText } from '../../../lib/forms/numbers.ts';
import { useLanguage } from '../../../lib/i18n/i18n.ts';
import { useTranslations } from '../../../lib/i18n/translations.ts';
import { Field } from '../../../ui/controls/Field.tsx';
import { TextInput } from '../../../ui/controls/TextInput.tsx';
import { FormDialog } from '../../../ui/overlays/FormDialog.tsx';
import { CompanyFields } from '../company/CompanyFields.tsx';
import { type CompanyFieldsFragment, UpdateCompanyDocument } from '../company/company.gql.ts';
import { companyValues } from '../company/company-values.ts';

interface EditClientDialogProps {
  readonly company: CompanyFieldsFragment;
  readonly onClose: () => void;
}

/** Changes what a client's invoices say and where they go, and its price, which only the provider does. */
export function EditClientDialog({ company, onClose }: EditClientDialogProps) {
  const t = useTranslations('companies', 'settings', 'companyFields');
  const language = useLanguage();
  const form = useZodForm(companyRule, { defaultValues: companyValues(company) });
  const save = useGqlChange(UpdateCompanyDocument, {
    topics: ['company'],
    success: t('common:saved'),
    onSuccess: onClose,
    onError: (error) => {
      if (error instanceof ApiError && error.code === 'entity.changedMeanwhile') void invalidate('company');
      return !applyServerIssues(form, error);
    },
  });
  return (
    <FormDialog
      title={t('edit.title', { name: company.name })}
      submitLabel={t('common:save')}
      busy={save.isPending}
      unsaved={form.formState.isDirty}
      onSubmit={form.handleSubmit((input) => save.mutate({ id: company.id, version: company.version, input }))}
      onClose={onClose}
    >
      <CompanyFields
        form={form}
        saved={company.language}
        price={
          <Field label={t('companyFields:checkPrice')} required hint={t('add.priceHint')} error={form.error('checkPrice')}>
            <Controller
              control={form.control}
              name="checkPrice"
              render={({ field: { ref, name, onBlur, onChange } }) => (
                <TextInput
                  ref={ref}
                  name={name}
                  defaultValue={company.checkPrice === null ? '' : centsText(company.checkPrice, language)}
                  onBlur={onBlur}
                  onChange={({ currentTarget: { value } }) => onChange(centsOf(value))}
                  inputMode="decimal"
                  autoComplete="off"
                  suffix="€"
                />
              )}
            />
          </Field>
        }
      />
    </FormDialog>
  );
}
