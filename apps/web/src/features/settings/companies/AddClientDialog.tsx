import { type NewCompanyInput, newCompanyRule } from '@checkwell/domain/people/company';
import { useGqlChange } from '../../../lib/api/query.ts';
import { applyServerIssues, useZodForm } from '../../../lib/forms/form.ts';
import { centsOf, numberOf } from '../../../lib/forms/numbers.ts';
import { useTranslations } from '../../../lib/i18n/translations.ts';
import { Field } from '../../../ui/controls/Field.tsx';
import { TextInput } from '../../../ui/controls/TextInput.tsx';
import { FormDialog } from '../../../ui/overlays/FormDialog.tsx';
import { CompanyFields } from '../company/CompanyFields.tsx';
import { CreateClientDocument } from './companies.gql.ts';

interface AddClientDialogProps {
  /** Company data from a request for access, perhaps empty. */
  readonly known: Pick<NewCompanyInput, 'name' | 'companyNumber'>;
  readonly onClose: () => void;
  readonly onAdded: (id: string) => void;
}

/** Takes a company on as a client; its first administrator is added on its page. */
export function AddClientDialog({ known, onClose, onAdded }: AddClientDialogProps) {
  const t = useTranslations('companies', 'settings', 'companyFields');
  const form = useZodForm(newCompanyRule, {
    defaultValues: {
      ...known,
      companyAddress: '',
      language: undefined,
      // Typed as texts; the rule asks for numbers.
      checkPrice: undefined,
      staffCount: undefined,
      invoicingFirstName: '',
      invoicingLastName: '',
      invoicingEmail: null,
      invoicingPhoneNumber: '',
      purchaseOrder: '',
    },
  });
  const add = useGqlChange(CreateClientDocument, {
    // Requests for access show the new company.
    topics: ['company', 'signUp'],
    success: t('add.done'),
    onSuccess: ({ createCompany }) => onAdded(createCompany.id),
    onError: (error) => !applyServerIssues(form, error),
  });
  return (
    <FormDialog
      title={t('add.action')}
      submitLabel={t('add.action')}
      busy={add.isPending}
      unsaved={form.formState.isDirty}
      onSubmit={form.handleSubmit((input) => add.mutate({ input }))}
      onClose={onClose}
    >
      <CompanyFields
        form={form}
        columns={3}
        price={
          <>
            <Field label={t('companyFields:checkPrice')} required hint={t('add.priceHint')} error={form.error('checkPrice')}>
              <TextInput {...form.register('checkPrice', { setValueAs: centsOf })} inputMode="decimal" autoComplete="off" suffix="€" />
            </Field>
            <Field label={t('companyFields:staffCount')} required error={form.error('staffCount')}>
              <TextInput {...form.register('staffCount', { setValueAs: numberOf })} inputMode="numeric" autoComplete="off" />
            </Field>
          </>
        }
      />
    </FormDialog>
  );
}
