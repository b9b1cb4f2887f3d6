import type { OneShotView } from '@checkwell/domain/one-shot/contract';

/** The stages of an order for the payer; each has a sentence. */
export type OrderStage =
  | 'awaiting'
  | 'processing'
  | 'declined'
  | 'canceled'
  | 'expired'
  | 'refunded'
  | 'paid'
  | 'planned'
  | 'review'
  | 'problem'
  | 'cancelled'
  | 'done';

type Facts = Pick<OneShotView, 'state' | 'attempt' | 'check'>;

/** The stage of an order. */
export function stageOf({ state, attempt, check }: Facts): OrderStage {
  switch (state) {
    case 'Expired':
      return 'expired';
    case 'Refunded':
      return 'refunded';
    case 'AwaitingPayment':
      switch (attempt?.state) {
        // Captured at the payment provider; the server records the payment of the order in a moment.
        case 'Succeeded':
        case 'Processing':
          return 'processing';
        case 'Declined':
          return 'declined';
        case 'Canceled':
          return 'canceled';
        default:
          return 'awaiting';
      }
    case 'Paid':
      switch (check?.status) {
        case 'WaitingForCheck':
          return check.isReviewed ? 'review' : 'planned';
        case 'ModificationProblem':
          return 'problem';
        case 'Archived':
          return check.isCancelled ? 'cancelled' : 'done';
        default:
          return 'paid';
      }
  }
}

/** The stages of a paid order, in their order. */
export const STAGES = ['paid', 'planning', 'planned', 'done'] as const;

/** How many of `STAGES` a paid order has completed. */
export function stagesDone(facts: Facts): number {
  const stage = stageOf(facts);
  if (stage === 'done') return STAGES.length;
  return stage === 'planned' || stage === 'review' ? STAGES.indexOf('done') : STAGES.indexOf('planning');
}
