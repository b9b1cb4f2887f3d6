import { describe, expect, it } from 'vitest';
import { addDays, instantAt, isCalendarDay } from '../../clock.ts';
import type { DatedRule } from '../dated.ts';
import { arbitrationClock } from './arbitration.ts';
import { dutyDays, holds, type StayAtHomeDuty, windowOn } from './availability-window.ts';
import { endOfTerm, isTermOver } from './end-of-day.ts';
import { INDEPENDENCE_DECLARATION, WRITTEN_FINDINGS } from './findings.ts';
import { noCertificateDays } from './no-certificate.ts';

describe('a term of days', () => {
  it.each([
    ['in winter', '2026-11-27', '2026-11-27T23:00:00.000Z'],
    ['in summer', '2026-07-10', '2026-07-10T22:00:00.000Z'],
    ['on the day that has 23 hours', '2026-03-29', '2026-03-29T22:00:00.000Z'],
    ['on the day before it', '2026-03-28', '2026-03-28T23:00:00.000Z'],
    ['on the day that has 25 hours', '2026-10-25', '2026-10-25T23:00:00.000Z'],
    ['on a leap day', '2028-02-29', '2028-02-29T23:00:00.000Z'],
    ['at the end of a year', '2026-12-31', '2026-12-31T23:00:00.000Z'],
  ])('ends at midnight after its last day, Belgian time, %s', (_, day, end) => {
    expect(endOfTerm(day).toISOString()).toBe(end);
    expect(isTermOver(day, new Date(endOfTerm(day).getTime() - 1))).toBe(false);
    expect(isTermOver(day, endOfTerm(day))).toBe(true);
  });
});

describe('arbitration', () => {
  it.each([
    ['in the middle of a week', '2026-11-23', '2026-11-25', '2026-11-28'],
    ['over a weekend: Saturday counts, Sunday does not', '2026-11-27', '2026-11-30', '2026-12-03'],
    ['findings on a Saturday', '2026-11-28', '2026-12-01', '2026-12-04'],
    ['findings on a Sunday', '2026-11-29', '2026-12-01', '2026-12-04'],
    ['over Armistice Day', '2026-11-10', '2026-11-13', '2026-11-17'],
    ['over Christmas', '2026-12-24', '2026-12-28', '2026-12-31'],
    ['over the turn of the year', '2026-12-31', '2027-01-04', '2027-01-07'],
    ['over Easter Monday', '2026-04-04', '2026-04-08', '2026-04-11'],
    ['over Ascension', '2026-05-13', '2026-05-16', '2026-05-20'],
    ['over a leap day', '2028-02-28', '2028-03-01', '2028-03-04'],
    ['over the end of a month', '2026-06-29', '2026-07-01', '2026-07-04'],
    ['over the change to summer time', '2026-03-27', '2026-03-30', '2026-04-02'],
  ])('%s', (_, handedOver, designateBy, rulingBy) => {
    expect(arbitrationClock(handedOver)).toMatchObject({ designateBy, rulingBy, source: { article: 'art. 31, § 5' } });
  });

  it('does not exist before December 2002', () => {
    expect(arbitrationClock('2002-11-30')).toBeNull();
    expect(arbitrationClock('2002-12-01')).not.toBeNull();
  });
});

describe('the hours at home', () => {
  const duty: StayAtHomeDuty = { availabilityDays: 3, availabilityFrom: '09:30', availabilityTo: '13:30' };

  it('are the first days of the absence, over the end of a month and over a leap day', () => {
    expect(dutyDays(duty, '2026-11-16')).toEqual({ firstDay: '2026-11-16', lastDay: '2026-11-18' });
    expect(dutyDays(duty, '2026-11-29')).toMatchObject({ lastDay: '2026-12-01' });
    expect(dutyDays(duty, '2028-02-28')).toMatchObject({ lastDay: '2028-03-01' });
    expect(dutyDays({ ...duty, availabilityDays: 1 }, '2026-11-16')).toMatchObject({ lastDay: '2026-11-16' });
  });

  it('do not apply on the day before, or after the last day', () => {
    expect(['2026-11-15', '2026-11-16', '2026-11-18', '2026-11-19'].map((day) => windowOn(duty, '2026-11-16', day) !== null)).toEqual([
      false,
      true,
      true,
      false,
    ]);
  });

  it('are Belgian local time, in winter, in summer, and on the days of clock changes', () => {
    const utc = (start: string, day: string) => {
      const window = windowOn(duty, start, day);
      return window && [window.from.toISOString().slice(11, 16), window.to.toISOString().slice(11, 16)];
    };
    expect(utc('2026-11-16', '2026-11-16')).toEqual(['08:30', '12:30']);
    expect(utc('2026-07-06', '2026-07-06')).toEqual(['07:30', '11:30']);
    expect(utc('2026-03-28', '2026-03-28')).toEqual(['08:30', '12:30']);
    expect(utc('2026-03-28', '2026-03-29')).toEqual(['07:30', '11:30']);
    expect(utc('2026-10-25', '2026-10-25')).toEqual(['08:30', '12:30']);
  });

  it('contain an appointment of exactly these hours', () => {
    const window = windowOn(duty, '2026-11-16', '2026-11-16');
    const at = (from: string, to: string) => window && holds(window, instantAt('2026-11-16', from), instantAt('2026-11-16', to));
    expect(at('09:30', '13:30')).toBe(true);
    expect(at('09:29', '09:49')).toBe(false);
    expect(at('13:11', '13:31')).toBe(false);
  });
});

describe('days without certificate', () => {
  const large = { staffCount: 50, noCertificateOptOut: true };
  const small = { staffCount: 49, noCertificateOptOut: true };
  const day = (startDate: string) =>
    ({ startDate, endDate: startDate, entryType: 'ABSENCE_DECLARATION', certifType: 'NoCertif', incapacityReason: 'Illness' }) as const;

  it('are counted by calendar year, under the rule in force on the day', () => {
    const history = [day('2025-12-31'), day('2026-01-01'), day('2026-03-02')];
    expect(noCertificateDays('2026-12-31', history, large)).toMatchObject({ used: 2, quota: 2, year: '2026', optedOutBelow: null });
    expect(noCertificateDays('2025-06-02', history, large)).toMatchObject({ used: 1, quota: 3, year: '2025' });
    expect(noCertificateDays('2027-01-01', history, large)).toMatchObject({ used: 0, quota: 2, year: '2027' });
    expect(noCertificateDays('2028-02-29', history, large)).toMatchObject({ used: 0, quota: 2, year: '2028' });
  });

  it('count once each, without the day itself and without leaves', () => {
    const twice = [
      day('2026-01-01'),
      day('2026-01-01'),
      day('2026-11-16'),
      { ...day('2026-03-02'), incapacityReason: 'BirthLeave' } as const,
    ];
    expect(noCertificateDays('2026-11-16', twice, large)).toMatchObject({ used: 1, quota: 2 });
  });

  it('do not exist in a small company that opted out, or before the law introduced them', () => {
    expect(noCertificateDays('2026-11-16', [], small)).toMatchObject({ quota: 0, optedOutBelow: 50 });
    expect(noCertificateDays('2022-11-27', [], small)).toMatchObject({ quota: 0, optedOutBelow: null });
  });
});

describe.each<[string, readonly DatedRule<unknown>[]]>([
  ['the written findings', WRITTEN_FINDINGS],
  ['the declaration of independence', INDEPENDENCE_DECLARATION],
])('rows of %s', (_, rules) => {
  it('have no gap or overlap, the last one is open-ended, and each has its source', () => {
    for (const [index, { from, until, source }] of rules.entries()) {
      expect(from !== null && isCalendarDay(from)).toBe(true);
      const next = rules[index + 1];
      expect(until === null ? undefined : addDays(until, 1)).toBe(next?.from ?? undefined);
      expect(source.article).toMatch(/^art\. \d/);
      expect(source.address).toMatch(/^https:/);
    }
  });
});
