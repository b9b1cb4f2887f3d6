import type { CalendarDay } from '@checkwell/domain/clock';
import { payTravelClaimRule, refuseTravelClaimRule } from '@checkwell/domain/employee-page/travel-claim';
import { Controller } from 'react-hook-form';
import { useGqlChange } from '../../../lib/api/query.ts';
import { today } from '../../../lib/browser/time.ts';
import { applyServerIssues, useZodForm } from '../../../lib/forms/form.ts';
import { centsOf, centsText } from '../../../lib/forms/numbers.ts';
import { useFormat } from '../../../lib/i18n/format.ts';
import { useLanguage } from '../../../lib/i18n/i18n.ts';
import { useTranslations } from '../../../lib/i18n/translations.ts';
import { Field } from '../../../ui/controls/Field.tsx';
import { TextInput } from '../../../ui/controls/TextInput.tsx';
import { FormDatePicker } from '../../../ui/forms/FormControls.tsx';
import { FormDialog } from '../../../ui/overlays/FormDialog.tsx';
import type { TravelClaimFragment } from '../check.gql.ts';
import { PayTravelClaimDocument, RefuseTravelClaimDocument } from './travel-claim.gql.ts';

interface ClaimDialogProps {
  readonly claim: NonNullable<TravelClaimFragment['travelClaim']>;
  readonly onClose: () => void;
}

/** Records that HR has paid: when, how much, and the reason for another amount. */
export function PayDialog({
  claim: { id, version, amountCents, ibanEnd },
  travelledOn,
  onClose,
}: ClaimDialogProps & { readonly travelledOn: CalendarDay | null }) {
  const t = useTranslations('travelClaims');
  const format = useFormat();
  const language = useLanguage();
  const form = useZodForm(payTravelClaimRule, { defaultValues: { paidOn: today(), amountCents, reason: '' } });
  const pay = useGqlChange(PayTravelClaimDocument, {
    topics: ['check'],
    success: t('payDone'),
    onSuccess: onClose,
    onError: (error) => !applyServerIssues(form, error),
  });
  return (
    <FormDialog
      title={t('payTitle')}
      submitLabel={t('pay')}
      busy={pay.isPending}
      unsaved={form.formState.isDirty}
      onSubmit={form.handleSubmit((values) => pay.mutate({ id, version, ...values }))}
      onClose={onClose}
    >
      <p>{t('payText')}</p>
      {ibanEnd !== null && <p>{t('accountGoes')}</p>}
      <FormDatePicker
        form={form}
        name="paidOn"
        label={t('paidOn')}
        required
        max={today()}
        {...(travelledOn !== null && { min: travelledOn })}
      />
      <Controller
        control={form.control}
        name="amountCents"
        render={({ field: { onChange, onBlur, ref, name } }) => (
          <Field label={t('paidAmount')} required error={form.error('amountCents')}>
            <TextInput
              ref={ref}
              name={name}
              defaultValue={centsText(amountCents, language)}
              onBlur={onBlur}
              onChange={({ currentTarget: { value } }) => onChange(centsOf(value))}
              inputMode="decimal"
              autoComplete="off"
              suffix="€"
              className="sm:w-40"
            />
          </Field>
        )}
      />
      <Field
        label={t('paidReason')}
        hint={t('paidReasonHint', { amount: format.money(amountCents) })}
        error={form.error('reason')}
        required={form.watch('amountCents') !== amountCents}
      >
        <TextInput {...form.register('reason')} autoComplete="off" />
      </Field>
    </FormDialog>
  );
}

/** Records that HR refuses to pay, with the reason. */
export function RefuseDialog({ claim: { id, version, ibanEnd }, onClose }: ClaimDialogProps) {
  const t = useTranslations('travelClaims');
  const form = useZodForm(refuseTravelClaimRule, { defaultValues: { reason: '' } });
  const refuse = useGqlChange(RefuseTravelClaimDocument, {
    topics: ['check'],
    success: t('refuseDone'),
    onSuccess: onClose,
    onError: (error) => !applyServerIssues(form, error),
  });
  return (
    <FormDialog
      danger
      title={t('refuseTitle')}
      submitLabel={t('refuse')}
      busy={refuse.isPending}
      unsaved={form.formState.isDirty}
      onSubmit={form.handleSubmit(({ reason }) => refuse.mutate({ id, version, reason }))}
      onClose={onClose}
    >
      <p>{t('refuseText')}</p>
      {ibanEnd !== null && <p>{t('accountGoes')}</p>}
      <Field label={t('refuseReason')} required error={form.error('reason')}>
        <TextInput {...form.register('reason')} autoComplete="off" />
      </Field>
    </FormDialog>
  );
}
