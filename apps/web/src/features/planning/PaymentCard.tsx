import { reasonRule } from '@checkwell/domain/invoice/rules';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useGqlChange } from '../../lib/api/query.ts';
import { applyServerIssues, useZodForm } from '../../lib/forms/form.ts';
import { useFormat } from '../../lib/i18n/format.ts';
import { useTranslations } from '../../lib/i18n/translations.ts';
import { useCan } from '../../lib/session/viewer.ts';
import { Alert } from '../../ui/content/Alert.tsx';
import { Card } from '../../ui/content/Card.tsx';
import { DescriptionList } from '../../ui/content/DescriptionList.tsx';
import { QueryState } from '../../ui/content/QueryState.tsx';
import { Button } from '../../ui/controls/Button.tsx';
import { Field } from '../../ui/controls/Field.tsx';
import { TextInput } from '../../ui/controls/TextInput.tsx';
import { FormDialog } from '../../ui/overlays/FormDialog.tsx';
import { type PaymentFieldsFragment, RefundOneShotDocument, RetryOneShotRefundDocument } from './planning.gql.ts';
import { type PlanningCheck, paymentQuery } from './planning.queries.ts';

/** Milliseconds between requests while a refund is pending; longer while it cannot go on. */
const POLL_INTERVAL_MS = { underWay: 2000, stuck: 30_000 };

type Paid = Pick<PlanningCheck, 'companyId' | 'id' | 'status'>;

/** The card payment of a One Shot Check, its refunds, and the button to refund the rest. */
export function PaymentCard({ check }: { readonly check: Paid }) {
  const t = useTranslations('planning');
  const format = useFormat();
  const mayRefund = useCan('payment.refund');
  const [asking, setAsking] = useState(false);
  const retry = useGqlChange(RetryOneShotRefundDocument, { topics: ['check'], success: t('payment.retried') });
  const query = useQuery({
    ...paymentQuery(check.companyId, check.id),
    refetchInterval: ({ state }) => pollInterval(state.data?.oneShotPayment),
  });
  const payment = query.data?.oneShotPayment;
  if (!payment) {
    return (
      <Card title={t('payment.title')}>
        <QueryState query={query} lines={3} height="1.25rem" />
      </Card>
    );
  }
  const { totalCents, refundedCents, pendingCents, reversedCents, refundableCents, refundProblem, retryable } = payment;
  const { refundReason, invoiceNumber, creditNoteNumbers } = payment;
  return (
    <Card
      title={t('payment.title')}
      actions={mayRefund && refundableCents > 0 && <Button onClick={() => setAsking(true)}>{t('payment.refund')}</Button>}
    >
      <DescriptionList
        items={[
          { label: t('payment.paid'), value: format.money(totalCents) },
          ...(refundedCents > 0 ? [{ label: t('payment.refunded'), value: format.money(refundedCents) }] : []),
          ...(pendingCents > 0 ? [{ label: t('payment.pending'), value: format.money(pendingCents) }] : []),
          { label: t('payment.invoice'), value: invoiceNumber },
          ...creditNoteNumbers.map((number) => ({ label: t('payment.creditNote'), value: number })),
          ...(refundReason === '' ? [] : [{ label: t('payment.reason'), value: refundReason, wide: true }]),
        ]}
      />
      {refundProblem && (
        <Alert
          tone="warning"
          className="mt-3"
          action={
            mayRefund &&
            retryable && (
              <Button loading={retry.isPending} onClick={() => retry.mutate({ companyId: check.companyId, checkId: check.id })}>
                {t('payment.retry')}
              </Button>
            )
          }
        >
          {t(`payment.problem.${refundProblem}`, { amount: format.money(reversedCents) })}
        </Alert>
      )}
      {check.status !== 'Archived' && <p className="mt-3 text-2xs text-pretty text-muted">{t('payment.open')}</p>}
      {asking && <RefundDialog check={check} payment={payment} onClose={() => setAsking(false)} />}
    </Card>
  );
}

function pollInterval(payment: PaymentFieldsFragment | undefined): number | false {
  if (!payment || payment.pendingCents === 0) return false;
  return payment.refundProblem === null ? POLL_INTERVAL_MS.underWay : POLL_INTERVAL_MS.stuck;
}

interface RefundDialogProps {
  readonly check: Paid;
  readonly payment: PaymentFieldsFragment;
  readonly onClose: () => void;
}

/** Asks for the reason of a refund, and shows the amount. */
function RefundDialog({ check: { companyId, id: checkId }, payment, onClose }: RefundDialogProps) {
  const t = useTranslations('planning');
  const format = useFormat();
  const form = useZodForm(reasonRule, { defaultValues: { reason: '' } });
  const refund = useGqlChange(RefundOneShotDocument, {
    topics: ['check'],
    success: t('payment.refundDone'),
    onSuccess: onClose,
    onError: (error) => !applyServerIssues(form, error),
  });
  return (
    <FormDialog
      title={t('payment.refundTitle')}
      submitLabel={t('payment.refund')}
      busy={refund.isPending}
      unsaved={form.formState.isDirty}
      onSubmit={form.handleSubmit((input) => refund.mutate({ companyId, checkId, input }))}
      onClose={onClose}
    >
      <p>{t('payment.refundText', { amount: format.money(payment.refundableCents) })}</p>
      <Field label={t('payment.refundReason')} required hint={t('payment.refundReasonHint')} error={form.error('reason')}>
        <TextInput {...form.register('reason')} autoComplete="off" />
      </Field>
    </FormDialog>
  );
}
