import { describe, expect, it } from 'vitest';
import { SENT_CERTIFICATES, sendingState, sentPeriodRule } from './certificate.ts';

const check = { status: 'WaitingForCheck', checkOccurence: null, source: 'Web' } as const;

describe('a certificate that an employee sends', () => {
  it.each([
    ['before the examination', check, 'Open'],
    ['after it', { ...check, status: 'Archived', checkOccurence: 'Yes' }, 'Open'],
    ['of somebody who was not met', { ...check, status: 'Archived', checkOccurence: 'NoShow' }, 'Open'],
    ['of a check that was cancelled', { ...check, status: 'Archived', checkOccurence: 'Cancelled' }, 'Closed'],
    ['of a check that was deleted', { ...check, status: 'Archived', checkOccurence: 'Deleted' }, 'Closed'],
    ['where nobody of the employer has an account', { ...check, source: 'OneShot' }, 'Closed'],
  ] as const)('%s', (_, facts, state) => {
    expect(sendingState(facts, 0)).toBe(state);
  });

  it('is one of few of a check', () => {
    expect(sendingState(check, SENT_CERTIFICATES.most - 1)).toBe('Open');
    expect(sendingState(check, SENT_CERTIFICATES.most)).toBe('Full');
  });

  it.each([
    [{ startDate: '2026-11-02', endDate: '2026-11-02' }, undefined],
    [{ startDate: '2026-11-02', endDate: '2026-11-01' }, 'endBeforeStart'],
    [{ startDate: '', endDate: '2026-11-01' }, 'startDateRequired'],
    [{ startDate: '2026-11-02', endDate: '2126-11-01' }, 'periodTooLong'],
  ])('says its days: %o', (period, fault) => {
    expect(sentPeriodRule.safeParse(period).error?.issues[0]?.message).toBe(fault);
  });
});
