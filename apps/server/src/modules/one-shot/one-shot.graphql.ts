import { REFUND_PROBLEMS } from '@checkwell/domain/one-shot/refund';
import { ONE_SHOT_STATES } from '@checkwell/domain/one-shot/states';
import { builder, rows } from '../../graphql/builder.ts';
import type { OneShotPayment } from './one-shot.service.ts';

const RefundProblemType = builder.enumType('RefundProblem', { values: REFUND_PROBLEMS });
const OneShotStateType = builder.enumType('OneShotState', { values: ONE_SHOT_STATES });
const OneShotPaymentType = builder.objectRef<OneShotPayment>('OneShotPayment');

OneShotPaymentType.implement({
  description: 'The payment by card of a One Shot Check. Amounts in euro cents, VAT included.',
  fields: (t) => ({
    id: t.exposeID('id'),
    state: t.expose('state', { type: OneShotStateType }),
    totalCents: t.exposeInt('totalCents'),
    refundedCents: t.exposeInt('refundedCents', { description: 'Amount refunded to the card, as the payment provider reports it.' }),
    pendingCents: t.exposeInt('pendingCents', { description: 'Amount of refunds that are still pending.' }),
    refundableCents: t.exposeInt('refundableCents', { description: 'Amount that can be refunded now; 0: no refund is possible.' }),
    reversedCents: t.exposeInt('reversedCents', {
      description: 'Part of the refunds that the bank returned to us: the payer has not received it.',
    }),
    refundProblem: t.expose('refundProblem', {
      type: RefundProblemType,
      nullable: true,
      description: 'Why a refund is not made; null: none is due, or there is no problem.',
    }),
    retryable: t.exposeBoolean('retryable', {
      description: 'Whether an open refund has a problem, so that `retryOneShotRefund` can retry it.',
    }),
    refundReason: t.exposeString('refundReason', { description: 'Reason of the planner for the refund; empty without one.' }),
    invoiceNumber: t.exposeString('invoiceNumber', { nullable: true }),
    creditNoteNumbers: t.stringList({ extensions: rows(10), resolve: ({ creditNoteNumbers }) => [...creditNoteNumbers] }),
  }),
});

const RefundInput = builder.inputType('RefundInput', {
  fields: (t) => ({ reason: t.string({ required: true, description: 'The payer reads it in the mail and on the credit note.' }) }),
});

const keyArgs = builder.args((t) => ({ companyId: t.id({ required: true }), checkId: t.id({ required: true }) }));

builder.queryField('oneShotPayment', (t) =>
  t.field({
    type: OneShotPaymentType,
    args: keyArgs,
    resolve: (_, key, { actor, services }) => services.oneShot.payment(actor, key),
  }),
);

builder.mutationField('refundOneShot', (t) =>
  t.field({
    type: OneShotPaymentType,
    description: 'Refunds to the card all that was kept of the payment for an archived check.',
    args: { ...keyArgs, input: t.arg({ type: RefundInput, required: true }) },
    resolve: (_, { input, ...key }, { actor, services }) => services.oneShot.refund(actor, key, { ...input }),
  }),
);

builder.mutationField('retryOneShotRefund', (t) =>
  t.field({
    type: OneShotPaymentType,
    description: 'Retries at once an open refund that has a problem.',
    args: keyArgs,
    resolve: (_, key, { actor, services }) => services.oneShot.retryRefund(actor, key),
  }),
);
