import { TEXT } from '@checkwell/domain/constants';
import { creditRule } from '@checkwell/domain/invoice/rules';
import { applyServerIssues, useZodForm } from '../../lib/form.ts';
import { useFormat } from '../../lib/format.ts';
import { useGqlChange } from '../../lib/query.ts';
import { useWords } from '../../lib/words.ts';
import { Field } from '../../ui/Field.tsx';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { TextInput } from '../../ui/TextInput.tsx';
import { CreditInvoiceDocument, type InvoiceRowFragment } from './company.gql.ts';

interface CreditInvoiceDialogProps {
  readonly invoice: InvoiceRowFragment;
  readonly onClose: () => void;
}

/** Takes a month's invoice back as a whole, with the reason that stands on the credit note. */
export function CreditInvoiceDialog({ invoice: { companyId, id, number, totalCents }, onClose }: CreditInvoiceDialogProps) {
  const t = useWords('settings');
  const format = useFormat();
  const form = useZodForm(creditRule, { defaultValues: { reason: '' } });
  const credit = useGqlChange(CreditInvoiceDocument, {
    topics: ['company'],
    success: t('invoices.creditDone'),
    onSuccess: onClose,
    onError: (error) => !applyServerIssues(form, error),
  });
  return (
    <FormDialog
      title={t('invoices.creditTitle', { number })}
      submitLabel={t('invoices.credit')}
      busy={credit.isPending}
      unsaved={form.formState.isDirty}
      onSubmit={form.handleSubmit((input) => credit.mutate({ companyId, id, input }))}
      onClose={onClose}
    >
      <p>{t('invoices.creditText', { amount: format.money(totalCents) })}</p>
      <Field label={t('invoices.reason')} required hint={t('invoices.reasonHint')} error={form.error('reason')}>
        <TextInput {...form.register('reason')} maxLength={TEXT.name} autoComplete="off" />
      </Field>
    </FormDialog>
  );
}
