import { describe, expect, it } from 'vitest';
import { isPaymentDay, payTravelClaimRule, suggestedKm, TRAVEL_CLAIM, travelDayOf } from './travel-claim.ts';
import { travelClaimRule } from './travel-claim-rule.ts';

const examined = {
  source: 'Web',
  status: 'Archived',
  checkLocation: 'Office',
  checkOccurence: 'Yes',
  nonOperableReason: null,
  earlyReturn: false,
  checkDate: '2026-03-03',
  incapacityStartDate: '2026-03-02',
  incapacityEndDate: '2026-03-06',
  newIncapacityEndDate: null,
} as const;

describe('travel costs', () => {
  it.each([
    ['an examination at a practice', examined, '2026-03-03'],
    ['an examination that denied the incapacity', { ...examined, checkOccurence: 'NoCertifDenied' }, '2026-03-03'],
    ['an examination without report so far', { ...examined, status: 'WaitingForCheck', checkOccurence: null }, null],
    ['a visit at home', { ...examined, checkLocation: 'House' }, null],
    ['a video call', { ...examined, checkLocation: 'Telecheck' }, null],
    ['an appointment that was missed', { ...examined, checkOccurence: 'NoShow' }, null],
    ['a check that was cancelled', { ...examined, checkOccurence: 'Cancelled' }, null],
    ['a One Shot Check', { ...examined, source: 'OneShot' }, null],
  ] as const)('can be claimed for the right day, or not at all, after %s', (_, check, day) => {
    expect(travelDayOf(check)).toBe(day);
  });

  it.each([
    [null, null],
    [6.2, 12],
    [0.1, 1],
    [900, TRAVEL_CLAIM.maxKm],
  ])('suggest, for %s km one way, %s km there and back', (km, both) => {
    expect(suggestedKm(km)).toBe(both);
  });

  const car = { version: 0, means: 'Car', km: 24, amountCents: null, reason: '', payment: 'Wages', iban: '' };
  const ticket = { ...car, means: 'PublicTransport', km: null, amountCents: 5_20 };
  it.each([
    [car, []],
    [ticket, []],
    [{ ...ticket, means: 'Other', reason: 'A taxi: no bus goes there.' }, []],
    [{ ...car, payment: 'Account', iban: 'BE68 5390 0754 7034' }, []],
    [{ ...car, payment: 'Account' }, []],
    [{ ...car, km: null }, ['km']],
    [{ ...car, km: 0 }, ['km']],
    [{ ...car, km: 12.5 }, ['km']],
    [{ ...car, km: TRAVEL_CLAIM.maxKm + 1 }, ['km']],
    [{ ...car, amountCents: 100_00 }, ['amountCents']],
    [{ ...ticket, amountCents: null }, ['amountCents']],
    [{ ...ticket, amountCents: TRAVEL_CLAIM.maxCents + 1 }, ['amountCents']],
    [{ ...ticket, reason: 'By train.' }, ['reason']],
    [{ ...ticket, means: 'Other' }, ['reason']],
    [{ ...car, means: 'Bike' }, ['means']],
    [{ ...car, payment: 'Account', iban: 'BE69 5390 0754 7034' }, ['iban']],
    [{ ...car, iban: 'BE68 5390 0754 7034' }, ['iban']],
  ])('validate %o', (claim, fieldErrors) => {
    expect(travelClaimRule.safeParse(claim).error?.issues.map(({ path }) => path.join('.')) ?? []).toEqual(fieldErrors);
  });

  it('are paid on a day after the journey and not in the future, and never with an amount of 0', () => {
    expect(['2026-03-02', '2026-03-03', '2026-03-09', '2026-03-10'].map((day) => isPaymentDay(day, '2026-03-03', '2026-03-09'))).toEqual([
      false,
      true,
      true,
      false,
    ]);
    expect(payTravelClaimRule.safeParse({ paidOn: '2026-03-09', amountCents: 0, reason: '' }).success).toBe(false);
  });
});
