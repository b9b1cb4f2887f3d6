import { describe, expect, test } from 'vitest';
import { backCents, keptCents, type RefundFacts, refundableCents } from './refund.ts';

const facts = (change: Partial<RefundFacts> = {}): RefundFacts => ({
  state: 'Paid',
  checkStatus: 'Archived',
  totalCents: 181_50,
  refundDueCents: 0,
  ...change,
});

describe('the amount that a planner can refund', () => {
  test('is the payment, once the check is archived', () => {
    expect(refundableCents(facts())).toBe(181_50);
  });

  test('is the rest, if a part was refunded already or is being refunded', () => {
    expect(refundableCents(facts({ refundDueCents: 136_13 }))).toBe(45_37);
    expect(refundableCents(facts({ refundDueCents: 181_50 }))).toBe(0);
  });

  test.each(['Reception', 'Planning', 'WaitingForCheck', 'ModificationProblem'] as const)(
    'is nothing while the check is in %s',
    (checkStatus) => {
      expect(refundableCents(facts({ checkStatus }))).toBe(0);
    },
  );

  test.each(['AwaitingPayment', 'Expired', 'Refunded'] as const)('is nothing for an order in state %s', (state) => {
    expect(refundableCents(facts({ state }))).toBe(0);
    expect(refundableCents(facts({ state, checkStatus: null }))).toBe(0);
  });
});

describe('the amount kept after a cancellation', () => {
  test('and the refund add up to the whole payment', () => {
    // A quarter and a half of 150.00: 21 % of 112.50 is 23.625.
    expect([keptCents(0), keptCents(37_50), keptCents(75_00), keptCents(150_00)]).toEqual([0, 45_37, 90_75, 181_50]);
    for (let fee = 0; fee <= 150_00; fee += 7) expect(keptCents(fee) + backCents(150_00, fee)).toBe(181_50);
  });

  test('is never more than the payment', () => {
    expect(backCents(150_00, 200_00)).toBe(0);
  });
});
