import { describe, expect, it } from 'vitest';
import { SENT_CERTIFICATES, sendingState, sentPeriodRule } from './certificate.ts';

const check = { status: 'WaitingForCheck', checkOccurence: null, source: 'Web' } as const;

describe('a certificate that an employee sends', () => {
  it.each([
    ['before the examination', check, 'Open'],
    ['after it', { ...check, status: 'Archived', checkOccurence: 'Yes' }, 'Open'],
    ['after a no-show', { ...check, status: 'Archived', checkOccurence: 'NoShow' }, 'Open'],
    ['for a cancelled check', { ...check, status: 'Archived', checkOccurence: 'Cancelled' }, 'Closed'],
    ['for a deleted check', { ...check, status: 'Archived', checkOccurence: 'Deleted' }, 'Closed'],
    ['for a One Shot Check, whose employer has no account', { ...check, source: 'OneShot' }, 'Closed'],
  ] as const)('%s', (_, facts, state) => {
    expect(sendingState(facts, 0)).toBe(state);
  });

  it('is one of a limited number per check', () => {
    expect(sendingState(check, SENT_CERTIFICATES.max - 1)).toBe('Open');
    expect(sendingState(check, SENT_CERTIFICATES.max)).toBe('Full');
  });

  it.each([
    [{ startDate: '2026-11-02', endDate: '2026-11-02' }, undefined],
    [{ startDate: '2026-11-02', endDate: '2026-11-01' }, 'endBeforeStart'],
    [{ startDate: '', endDate: '2026-11-01' }, 'startDateRequired'],
    [{ startDate: '2026-11-02', endDate: '2126-11-01' }, 'periodTooLong'],
  ])('has a valid period: %o', (period, fieldError) => {
    expect(sentPeriodRule.safeParse(period).error?.issues[0]?.message).toBe(fieldError);
  });
});
