import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CERTIFICATE_TYPES } from '../../certificate/enums.ts';
import { addDays } from '../../clock.ts';
import { CHECK_LOCATIONS, COMPLETED_OCCURRENCES, EXAMINED_OCCURRENCES, NON_OPERABLE_REASON_CODES, NON_OPERABLE_REASONS } from '../enums.ts';
import { REPORTABLE_OCCURRENCES } from '../rules.ts';
import { countedOccurenceKey, occurenceKey } from './outcome.ts';
import { allowedOccurrences, doctorEfficiency, examinationMinutes, isEarlyReturn, isExamined, nonOperablePrice } from './result.ts';

const first = {
  certificateType: 'FirstCertificate',
  isLaterRound: false,
  employeeTold: 'InTime',
  authorizedExit: false,
  appointmentStart: '2026-03-03T09:00:00Z',
  attempts: [{ appointmentStart: '2026-03-03T09:00:00Z' }],
} as const;

describe('allowedOccurrences', () => {
  test.each([
    [{ ...first, checkLocation: 'Office' }, ['Yes', 'NoShow']],
    [{ ...first, checkLocation: 'Telecheck' }, ['Yes', 'NoShow']],
    [{ ...first, checkLocation: 'House' }, ['YesPatientHome', 'NoShow']],
    [{ ...first, checkLocation: 'Office', employeeTold: 'Late' }, ['Yes']],
    [{ ...first, checkLocation: 'Telecheck', employeeTold: 'NotTold' }, ['Yes']],
    [{ ...first, checkLocation: 'House', employeeTold: null }, ['YesPatientHome', 'NoShow']],
    [{ ...first, checkLocation: 'House', employeeTold: null, attempts: [] }, ['YesPatientHome']],
    [{ ...first, checkLocation: 'House', employeeTold: null, authorizedExit: true }, ['YesPatientHome']],
    [{ ...first, checkLocation: 'Unknown' }, ['Yes', 'YesPatientHome', 'NoShow']],
    [{ ...first, checkLocation: 'Office', isLaterRound: true }, ['Yes', 'YesSecondCheck', 'NoShow']],
    [{ ...first, checkLocation: 'House', isLaterRound: true }, ['YesPatientHome', 'YesSecondCheck', 'NoShow']],
    [{ ...first, checkLocation: 'House', certificateType: 'NoCertif' }, ['NoCertifConfirmed', 'NoCertifDenied', 'NoShow']],
  ] as const)('returns for %o: %o', (check, occurrences) => {
    expect(allowedOccurrences(check)).toEqual(occurrences);
  });

  test('always includes a no-show and an examination, all reportable', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...CHECK_LOCATIONS),
        fc.constantFrom(...CERTIFICATE_TYPES),
        fc.boolean(),
        (checkLocation, certificateType, isLaterRound) => {
          const allowed = allowedOccurrences({ ...first, checkLocation, certificateType, isLaterRound });
          expect(allowed).toContain('NoShow');
          expect(allowed.some(isExamined)).toBe(true);
          expect(REPORTABLE_OCCURRENCES).toEqual(expect.arrayContaining([...allowed]));
          expect(allowed.includes('NoCertifDenied')).toBe(certificateType === 'NoCertif');
        },
      ),
    );
  });
});

describe('isEarlyReturn', () => {
  test('is true for a new end before the old one, or a denied day without certificate', () => {
    fc.assert(
      fc.property(fc.constantFrom(...COMPLETED_OCCURRENCES), fc.option(fc.integer({ min: -30, max: 0 })), (checkOccurence, shift) => {
        const end = '2026-06-30';
        const newIncapacityEndDate = shift === null ? null : addDays(end, shift);
        expect(isEarlyReturn({ checkOccurence, newIncapacityEndDate }, end)).toBe(checkOccurence === 'NoCertifDenied' || (shift ?? 0) < 0);
      }),
    );
  });
});

test('an examination has a length in minutes, a no-show has none', () => {
  const times = { examinedFrom: new Date('2026-03-02T09:00:00Z'), examinedTo: new Date('2026-03-02T09:14:40Z') };
  for (const checkOccurence of EXAMINED_OCCURRENCES) expect(examinationMinutes({ checkOccurence, ...times })).toBe(15);
  expect(examinationMinutes({ checkOccurence: 'NoShow', ...times })).toBeNull();
});

describe('doctorEfficiency', () => {
  const mission = {
    answeredInTime: null,
    appointmentStart: new Date('2026-03-02T09:00:00Z'),
    examinedFrom: new Date('2026-03-02T09:15:00Z'),
    examinedTo: new Date('2026-03-02T09:30:00Z'),
    reportedAt: new Date('2026-03-02T11:30:00Z'),
  };
  test.each([
    [{}, 100],
    [{ answeredInTime: true }, 100],
    [{ answeredInTime: false }, 67],
    [{ examinedFrom: new Date('2026-03-02T09:16:00Z') }, 50],
    [{ examinedFrom: new Date('2026-03-02T08:44:00Z') }, 50],
    [{ reportedAt: new Date('2026-03-02T11:31:00Z') }, 50],
    [{ examinedFrom: new Date('2026-03-02T10:00:00Z'), reportedAt: new Date('2026-03-02T14:00:00Z') }, 0],
  ])('with %o is %i %%', (change, percent) => {
    expect(doctorEfficiency({ ...mission, ...change })).toBe(percent);
  });
});

test('a check that could not be performed is charged only if the reason is billable and a doctor went there', () => {
  for (const nonOperableReason of NON_OPERABLE_REASON_CODES) {
    expect(nonOperablePrice({ nonOperableReason, price: 100_00, doctorWent: true })).toBe(
      NON_OPERABLE_REASONS[nonOperableReason].billable ? 100_00 : 0,
    );
    expect(nonOperablePrice({ nonOperableReason, price: 100_00, doctorWent: false })).toBe(0);
  }
});

test('an examination by video has its own text', () => {
  expect(occurenceKey('Yes', 'Telecheck')).toBe('videoOccurence.Yes');
  expect(occurenceKey('Yes', 'Office')).toBe('checkOccurence.Yes');
  expect(occurenceKey('YesSecondCheck', 'Telecheck')).toBe('checkOccurence.YesSecondCheck');
  expect(countedOccurenceKey('Yes')).toBe('countedOccurence.Yes');
  expect(countedOccurenceKey('NoShow')).toBe('checkOccurence.NoShow');
});
