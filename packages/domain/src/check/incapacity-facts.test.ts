import { describe, expect, test } from 'vitest';
import { INCAPACITY_TYPES, type IncapacityType } from '../certificate/enums.ts';
import { issuesOf } from '../validation.ts';
import { incapacityFactsOf } from './incapacity-facts.ts';
import { orderIncapacityStep } from './rules.ts';

const STEP = {
  certificateId: null,
  documentId: null,
  startDate: '2026-11-16',
  endDate: '2026-11-27',
  incapacityType: 'WorkAccident' as IncapacityType,
  certificateType: 'FirstCertificate',
  authorizedExit: true,
  locationCheck: 'Office',
  typeCheck: 'Optimized',
  providerComment: '',
  doctorComment: '',
};
const fieldErrors = (values: object) => {
  const { error } = orderIncapacityStep.safeParse({ ...STEP, ...values });
  return error ? issuesOf(error).map(({ path, message, params }) => [path, message, ...(params ? [params] : [])]) : [];
};

describe('facts that an order has for some types of incapacity only', () => {
  test('may be left out, and are accepted for a type that does not ask for them', () => {
    expect(fieldErrors({})).toEqual([]);
    expect(fieldErrors({ accidentDate: null, accidentTime: null })).toEqual([]);
    expect(fieldErrors({ accidentDate: '2026-11-16', accidentTime: '08:15' })).toEqual([]);
    expect(fieldErrors({ incapacityType: 'Illness', accidentDate: '2026-11-20', accidentTime: '08:15', incapacityPercentage: 30 })).toEqual(
      [],
    );
  });

  test('an accident has a date, not after the first day of the incapacity', () => {
    expect(fieldErrors({ accidentTime: '08:15' })).toEqual([['accidentDate', 'accidentDateRequired']]);
    expect(fieldErrors({ accidentDate: '2026-11-17' })).toEqual([['accidentDate', 'accidentAfterStart']]);
    expect(fieldErrors({ accidentDate: '2026-11-31' })).toEqual([['accidentDate', 'dateInvalid']]);
  });

  test('a partial incapacity must have a percentage', () => {
    const wrong = [['incapacityPercentage', 'percentageRange', { min: 1, max: 99 }]];
    expect(fieldErrors({ incapacityType: 'PartialIncapacityToWork' })).toEqual(wrong);
    for (const incapacityPercentage of [0, 100, 12.5, null, Number.NaN])
      expect(fieldErrors({ incapacityType: 'PartialIncapacityToWork', incapacityPercentage })).toEqual(wrong);
    for (const incapacityPercentage of [1, 50, 99])
      expect(fieldErrors({ incapacityType: 'PartialIncapacityToWork', incapacityPercentage })).toEqual([]);
  });

  test('are kept only for the types that ask for them', () => {
    const given = { startDate: '2026-11-16', accidentDate: '2026-11-13', accidentTime: '10:00', incapacityPercentage: 40 };
    for (const incapacityType of INCAPACITY_TYPES) {
      const accident = incapacityType === 'WorkAccident' || incapacityType === 'AccidentOnTheWayToWork';
      expect(incapacityFactsOf({ ...given, incapacityType }), incapacityType).toEqual({
        accidentDate: accident ? '2026-11-13' : null,
        accidentTime: accident ? '10:00' : null,
        incapacityPercentage: incapacityType === 'PartialIncapacityToWork' ? 40 : 100,
      });
    }
    expect(incapacityFactsOf({ ...given, incapacityType: 'WorkAccident', accidentDate: null })).toMatchObject({ accidentTime: null });
  });
});
