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
const faults = (values: object) => {
  const { error } = orderIncapacityStep.safeParse({ ...STEP, ...values });
  return error ? issuesOf(error).map(({ path, message, params }) => [path, message, ...(params ? [params] : [])]) : [];
};

describe('what an order says of some types only', () => {
  test('may be left out, and may be there for a type that does not ask', () => {
    expect(faults({})).toEqual([]);
    expect(faults({ accidentDate: null, accidentTime: null })).toEqual([]);
    expect(faults({ accidentDate: '2026-11-16', accidentTime: '08:15' })).toEqual([]);
    expect(faults({ incapacityType: 'Illness', accidentDate: '2026-11-20', accidentTime: '08:15', incapacityPercentage: 30 })).toEqual([]);
  });

  test('is an accident on a day, not after the incapacity began', () => {
    expect(faults({ accidentTime: '08:15' })).toEqual([['accidentDate', 'accidentDateRequired']]);
    expect(faults({ accidentDate: '2026-11-17' })).toEqual([['accidentDate', 'accidentAfterStart']]);
    expect(faults({ accidentDate: '2026-11-31' })).toEqual([['accidentDate', 'dateInvalid']]);
  });

  test('is the degree of a partial incapacity, which must be known', () => {
    const wrong = [['incapacityPercentage', 'percentageRange', { min: 1, max: 99 }]];
    expect(faults({ incapacityType: 'PartialIncapacityToWork' })).toEqual(wrong);
    for (const incapacityPercentage of [0, 100, 12.5, null, Number.NaN])
      expect(faults({ incapacityType: 'PartialIncapacityToWork', incapacityPercentage })).toEqual(wrong);
    for (const incapacityPercentage of [1, 50, 99])
      expect(faults({ incapacityType: 'PartialIncapacityToWork', incapacityPercentage })).toEqual([]);
  });

  test('is kept where the type asks, and nowhere else', () => {
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
