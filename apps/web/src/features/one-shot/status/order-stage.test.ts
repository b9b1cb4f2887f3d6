import type { OneShotProgress, OneShotView } from '@checkwell/domain/one-shot/contract';
import { expect, it } from 'vitest';
import { stageOf, stagesDone } from './order-stage.ts';

const attempt = (state: NonNullable<OneShotView['attempt']>['state']): OneShotView['attempt'] => ({ state, decline: null });
const check = (status: OneShotProgress['status']): OneShotProgress => ({
  status,
  isCancelled: false,
  isReviewed: false,
  plannedDay: null,
  appointmentStart: null,
});

it('says of an order what really happened to the money', () => {
  const awaiting = (state: OneShotView['attempt']) => stageOf({ state: 'AwaitingPayment', attempt: state, check: null });
  expect(awaiting(null)).toBe('awaiting');
  expect(awaiting(attempt('Created'))).toBe('awaiting');
  expect(awaiting(attempt('Processing'))).toBe('processing');
  // Captured, and the order does not know yet: nobody is asked to pay again.
  expect(awaiting(attempt('Succeeded'))).toBe('processing');
  expect(awaiting(attempt('Declined'))).toBe('declined');
  expect(awaiting(attempt('Canceled'))).toBe('canceled');
  expect(stageOf({ state: 'Expired', attempt: attempt('Canceled'), check: null })).toBe('expired');
  expect(stageOf({ state: 'Refunded', attempt: attempt('Succeeded'), check: check('Archived') })).toBe('refunded');
});

it('follows the check of a paid order', () => {
  const paid = (status: OneShotProgress['status']) => ({ state: 'Paid' as const, attempt: attempt('Succeeded'), check: check(status) });
  expect(
    ['Reception', 'Planning', 'ModificationProblem', 'WaitingForCheck', 'Archived'].map((status) => {
      const facts = paid(status as OneShotProgress['status']);
      return [stageOf(facts), stagesDone(facts)];
    }),
  ).toEqual([
    ['paid', 1],
    ['paid', 1],
    ['problem', 1],
    ['planned', 3],
    ['done', 4],
  ]);
});

it('says of a result that is being checked that it is there', () => {
  const held = { state: 'Paid', attempt: attempt('Succeeded'), check: { ...check('WaitingForCheck'), isReviewed: true } } as const;
  expect([stageOf(held), stagesDone(held)]).toEqual(['review', 3]);
});

it('promises no result of a check that was cancelled, whatever of the price is kept', () => {
  const cancelled = { ...check('Archived'), isCancelled: true };
  expect(stageOf({ state: 'Paid', attempt: attempt('Succeeded'), check: cancelled })).toBe('cancelled');
  expect(stageOf({ state: 'Refunded', attempt: attempt('Succeeded'), check: cancelled })).toBe('refunded');
});
