import { describe, expect, test } from 'vitest';
import { type RefundFacts, refundableCents } from './refund.ts';

const facts = (change: Partial<RefundFacts> = {}): RefundFacts => ({
  state: 'Paid',
  checkStatus: 'Archived',
  totalCents: 181_50,
  refundDueCents: 0,
  ...change,
});

describe('what a planner may give back', () => {
  test('is what was paid, once the check has ended', () => {
    expect(refundableCents(facts())).toBe(181_50);
  });

  test('is the rest of it, when a part went back already or is on its way', () => {
    expect(refundableCents(facts({ refundDueCents: 136_13 }))).toBe(45_37);
    expect(refundableCents(facts({ refundDueCents: 181_50 }))).toBe(0);
  });

  test.each(['Reception', 'Planning', 'WaitingForCheck', 'ModificationProblem'] as const)(
    'is nothing while the check is in %s',
    (checkStatus) => {
      expect(refundableCents(facts({ checkStatus }))).toBe(0);
    },
  );

  test.each(['AwaitingPayment', 'Expired', 'Refunded'] as const)('is nothing of an order that is %s', (state) => {
    expect(refundableCents(facts({ state }))).toBe(0);
    expect(refundableCents(facts({ state, checkStatus: null }))).toBe(0);
  });
});
