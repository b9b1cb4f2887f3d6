import { describe, expect, it } from 'vitest';
import { arbitrationError, resultByRuling, rulingError } from './arbitration.ts';
import { excuseError, isUnexcusedNoShow } from './excuse.ts';

/** Examined on Friday 20 November 2026, certified until the 30th, considered fit from the 25th. */
const end = '2026-11-30';
const fit = { checkOccurence: 'Yes', newIncapacityEndDate: '2026-11-24' } as const;

describe('an arbitrating doctor', () => {
  const examined = { checkDate: '2026-11-20', workerDisagreement: false };

  it('can be asked from the day of the examination within the legal term, or later if the employee disagreed', () => {
    const fieldError = (day: string, check = examined) => arbitrationError(day, check, '2026-11-27');
    expect(fieldError('2026-11-19')).toBe('dayBeforeCheck');
    expect(fieldError('2026-11-28')).toBe('dayFuture');
    // Friday, then two working days: Saturday and Monday.
    expect([fieldError('2026-11-20'), fieldError('2026-11-23'), fieldError('2026-11-24')]).toEqual([null, null, 'arbitrationTooLate']);
    expect(fieldError('2026-11-24', { ...examined, workerDisagreement: true })).toBeNull();
  });

  it.each([
    ['confirms the control doctor', { for: 'ControlDoctor', end: null }, fit, { ...fit, earlyReturn: true }],
    [
      'confirms the control doctor with another last day',
      { for: 'ControlDoctor', end: '2026-11-26' },
      fit,
      { checkOccurence: 'Yes', newIncapacityEndDate: '2026-11-26', earlyReturn: true },
    ],
    [
      'confirms the treating doctor',
      { for: 'TreatingDoctor', end: null },
      fit,
      { checkOccurence: 'Yes', newIncapacityEndDate: null, earlyReturn: false },
    ],
    [
      'confirms the treating doctor and names the certified end',
      { for: 'TreatingDoctor', end },
      fit,
      { checkOccurence: 'Yes', newIncapacityEndDate: end, earlyReturn: false },
    ],
    [
      'confirms a day without certificate that the control doctor denied',
      { for: 'TreatingDoctor', end: null },
      { checkOccurence: 'NoCertifDenied', newIncapacityEndDate: null },
      { checkOccurence: 'NoCertifConfirmed', newIncapacityEndDate: null, earlyReturn: false },
    ],
    [
      'leaves that day denied',
      { for: 'ControlDoctor', end: null },
      { checkOccurence: 'NoCertifDenied', newIncapacityEndDate: null },
      { checkOccurence: 'NoCertifDenied', newIncapacityEndDate: null, earlyReturn: true },
    ],
  ] as const)('%s', (_, ruling, findings, result) => {
    expect(resultByRuling({ arbitrationRuling: ruling.for, newIncapacityEndDate: ruling.end }, findings, end)).toEqual(result);
  });

  it('cannot rule before being asked, or beyond the certificate', () => {
    const check = { arbitrationAskedOn: '2026-11-21', checkDate: '2026-11-20', incapacityEndDate: end };
    const fieldError = (day: string, newEnd: string | null, findings: Parameters<typeof rulingError>[1] = fit) =>
      rulingError(
        { arbitrationRuling: 'ControlDoctor', arbitrationRuledOn: day, newIncapacityEndDate: newEnd },
        findings,
        check,
        '2026-11-27',
      )?.message;
    expect([fieldError('2026-11-20', null), fieldError('2026-11-28', null)]).toEqual(['dayBeforeArbitration', 'dayFuture']);
    expect([fieldError('2026-11-24', '2026-12-01'), fieldError('2026-11-24', '2026-11-18')]).toEqual(['newEndLater', 'newEndBeforeCheck']);
    expect(fieldError('2026-11-24', '2026-11-24', { checkOccurence: 'NoCertifDenied', newIncapacityEndDate: null })).toBe('newEndOfDay');
    expect(fieldError('2026-11-24', '2026-11-26')).toBeUndefined();
  });
});

it('a no-show can be excused from its day on, and counts only while it is not excused', () => {
  const fieldError = (day: string) => excuseError(day, { checkDate: '2026-11-20' }, '2026-11-27');
  expect([fieldError('2026-11-19'), fieldError('2026-11-20'), fieldError('2026-11-28')]).toEqual(['dayBeforeCheck', null, 'dayFuture']);
  expect(isUnexcusedNoShow({ checkOccurence: 'NoShow', noShowExcuse: null })).toBe(true);
  expect(isUnexcusedNoShow({ checkOccurence: 'NoShow', noShowExcuse: 'Pharmacy' })).toBe(false);
  expect(isUnexcusedNoShow({ checkOccurence: 'Yes', noShowExcuse: null })).toBe(false);
});
