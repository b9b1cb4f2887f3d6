import { describe, expect, it } from 'vitest';
import {
  arbiterDesignationDeadline,
  arbiterRulingDeadline,
  certificateDeadline,
  guaranteedSalaryUntil,
  isInRelapseWindow,
  noCertificateQuota,
  relapseWindowDays,
} from './absence-rules.ts';

const LARGE = { staffCount: 50, noCertificateOptOut: true };
const SMALL = { staffCount: 49, noCertificateOptOut: false };
const SMALL_OUT = { staffCount: 49, noCertificateOptOut: true };

describe('days without certificate', () => {
  it('are three a year from the end of November 2022, two from 2026', () => {
    const days = ['2022-11-27', '2022-11-28', '2023-06-01', '2025-12-31', '2026-01-01', '2026-11-21'];
    expect(days.map((day) => noCertificateQuota(day, SMALL))).toEqual([0, 3, 3, 3, 2, 2]);
  });

  it('may be refused only by companies with fewer than 50 workers', () => {
    expect([LARGE, SMALL, SMALL_OUT].map((company) => noCertificateQuota('2026-11-21', company))).toEqual([2, 2, 0]);
    expect([LARGE, SMALL, SMALL_OUT].map((company) => noCertificateQuota('2024-11-21', company))).toEqual([3, 3, 0]);
  });
});

describe('relapse window', () => {
  it('is 14 days after an incapacity that began before 2026, eight weeks after a later one', () => {
    expect(['2025-12-31', '2026-01-01'].map(relapseWindowDays)).toEqual([14, 56]);
  });

  it.each([
    ['last day of 14', '2025-11-03', '2025-11-07', '2025-11-21', true],
    ['day after', '2025-11-03', '2025-11-07', '2025-11-22', false],
    ['began in 2025, ended in 2026', '2025-12-29', '2026-01-09', '2026-01-24', false],
    ['last day of eight weeks', '2026-01-05', '2026-01-09', '2026-03-06', true],
    ['day after', '2026-01-05', '2026-01-09', '2026-03-07', false],
    ['still within the earlier one', '2026-01-05', '2026-01-09', '2026-01-09', false],
    ['before it', '2026-01-05', '2026-01-09', '2026-01-02', false],
  ])('%s', (_name, startDate, endDate, next, expected) => {
    expect(isInRelapseWindow(next, { startDate, endDate })).toBe(expected);
  });
});

describe('guaranteed salary', () => {
  it('covers 30 calendar days, less what was paid before', () => {
    expect(guaranteedSalaryUntil('2026-11-01')).toBe('2026-11-30');
    expect(guaranteedSalaryUntil('2028-02-15')).toBe('2028-03-15');
    expect(guaranteedSalaryUntil('2026-11-21', 25)).toBe('2026-11-25');
    expect(guaranteedSalaryUntil('2026-11-21', 29)).toBe('2026-11-21');
    expect(guaranteedSalaryUntil('2026-11-21', 30)).toBeNull();
  });
});

describe('terms in working days', () => {
  it('give two for the certificate', () => {
    expect(certificateDeadline('2026-11-16')).toBe('2026-11-18');
    expect(certificateDeadline('2026-11-20')).toBe('2026-11-23');
    expect(certificateDeadline('2026-12-24')).toBe('2026-12-28');
  });

  it('give two to choose an arbiter, then three to rule', () => {
    expect(arbiterDesignationDeadline('2026-11-23')).toBe('2026-11-25');
    expect(arbiterDesignationDeadline('2026-11-10')).toBe('2026-11-13');
    expect(arbiterRulingDeadline('2026-11-25')).toBe('2026-11-28');
    expect(arbiterRulingDeadline('2026-11-27')).toBe('2026-12-01');
    expect(() => arbiterDesignationDeadline('2002-11-30')).toThrow(RangeError);
  });
});
