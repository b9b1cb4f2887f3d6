import { useGqlChange } from '../../../lib/api/query.ts';
import { applyServerIssues, useZodForm } from '../../../lib/forms/form.ts';
import { centsOf, numberOrNull } from '../../../lib/forms/numbers.ts';
import { useFormat } from '../../../lib/i18n/format.ts';
import { useTranslations } from '../../../lib/i18n/translations.ts';
import { Field } from '../../../ui/controls/Field.tsx';
import { TextInput } from '../../../ui/controls/TextInput.tsx';
import { FormRadioGroup } from '../../../ui/forms/FormControls.tsx';
import { FormDialog } from '../../../ui/overlays/FormDialog.tsx';
import { CreditInvoiceDocument, type InvoiceRowFragment } from './company.gql.ts';
import { CREDIT_PARTS, creditable, creditFormRule, creditInputOf } from './credit-form.ts';

interface CreditInvoiceDialogProps {
  readonly invoice: InvoiceRowFragment;
  /** Of the invoice's company: credit notes that exist already. */
  readonly documents: readonly InvoiceRowFragment[];
  readonly onClose: () => void;
}

/** Credits a month's invoice, as a whole or in part, with the reason that is on the credit note. */
export function CreditInvoiceDialog({ invoice, documents, onClose }: CreditInvoiceDialogProps) {
  const { companyId, id, number, lines } = invoice;
  const t = useTranslations('settings');
  const format = useFormat();
  const { quantities, left } = creditable(invoice, documents);
  const form = useZodForm(creditFormRule, {
    defaultValues: { reason: '', invoicePaid: undefined, part: 'whole', quantities: lines.map(() => null), netCents: null },
  });
  const part = form.watch('part');
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
      onSubmit={form.handleSubmit((values) => credit.mutate({ companyId, id, input: creditInputOf(values) }))}
      onClose={onClose}
    >
      <p>{t('invoices.creditText', { total: format.money(left.totalCents), net: format.money(left.netCents) })}</p>
      <FormRadioGroup
        form={form}
        name="part"
        legend={t('invoices.part')}
        required
        columns={3}
        options={CREDIT_PARTS.map((name) => ({ value: name, label: t(`invoices.parts.${name}`) }))}
      />
      {part === 'lines' &&
        lines.map(({ description, detail, costCentre, unitCents }, index) => (
          <Field
            // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a document are never put in another order
            key={index}
            label={[description, costCentre].filter(Boolean).join(' · ')}
            hint={[detail, t('invoices.lineLeft', { price: format.money(unitCents), count: quantities[index] ?? 0 })]
              .filter(Boolean)
              .join('; ')}
            error={form.error(`quantities.${index}`)}
          >
            <TextInput
              {...form.register(`quantities.${index}`, { setValueAs: numberOrNull })}
              inputMode="numeric"
              autoComplete="off"
              className="sm:w-28"
            />
          </Field>
        ))}
      {part === 'amount' && (
        <Field label={t('invoices.netAmount')} required error={form.error('netCents')}>
          <TextInput
            {...form.register('netCents', { setValueAs: (text) => (text === null ? null : centsOf(text)) })}
            inputMode="decimal"
            autoComplete="off"
            suffix="€"
            className="sm:w-40"
          />
        </Field>
      )}
      <FormRadioGroup
        form={form}
        name="invoicePaid"
        legend={t('invoices.invoicePaid')}
        required
        columns={2}
        options={(['no', 'yes'] as const).map((name) => ({
          value: name,
          label: t(`common:${name}`),
          hint: t(`invoices.invoicePaidMeans.${name}`),
        }))}
      />
      <Field label={t('invoices.reason')} required hint={t('invoices.reasonHint')} error={form.error('reason')}>
        <TextInput {...form.register('reason')} autoComplete="off" />
      </Field>
    </FormDialog>
  );
}
