import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { issuesOf } from '../validation.ts';
import { type WorkRulesInput, workRulesRule } from './work-rules.ts';

const rule = workRulesRule('2026-11-21');
const NONE: WorkRulesInput = {
  staffCount: 60,
  noCertificateOptOut: false,
  certificateTermDays: null,
  availabilityDays: null,
  availabilityFrom: null,
  availabilityTo: null,
  availabilityBasis: null,
};
const DUTY = { availabilityDays: 3, availabilityFrom: '10:00', availabilityTo: '14:00', availabilityBasis: 'SectorAgreement' } as const;

const fieldErrorsOf = (change: Partial<Record<keyof WorkRulesInput | 'id', unknown>>, rules = rule): string[] => {
  const { error } = rules.safeParse({ ...NONE, ...change });
  return error ? issuesOf(error).map(({ path, message }) => `${path}: ${message}`) : [];
};

describe('work rules of a company', () => {
  it.each<[Parameters<typeof fieldErrorsOf>[0], string[]]>([
    [{}, []],
    [DUTY, []],
    [{ ...DUTY, availabilityFrom: '07:00', availabilityTo: '11:00' }, []],
    [{ ...DUTY, availabilityFrom: '16:00', availabilityTo: '20:00' }, []],
    [{ certificateTermDays: 1 }, []],
    [{ staffCount: 49, noCertificateOptOut: true }, []],
    [{ staffCount: 50, noCertificateOptOut: true }, ['noCertificateOptOut: optOutSize']],
    [{ staffCount: 0 }, ['staffCount: countRange']],
    [{ staffCount: 12.5 }, ['staffCount: countRange']],
    [{ certificateTermDays: 0 }, ['certificateTermDays: certificateTermRange']],
    [{ certificateTermDays: 31 }, ['certificateTermDays: certificateTermRange']],
    [{ availabilityDays: 3 }, ['availabilityFrom: required', 'availabilityTo: required', 'availabilityBasis: required']],
    [{ ...DUTY, availabilityDays: null }, ['availabilityDays: required']],
    [{ ...DUTY, availabilityBasis: 'Habit' }, ['availabilityBasis: invalidChoice']],
    [{ ...DUTY, availabilityTo: '10:00' }, ['availabilityTo: availabilityOrder']],
    [{ ...DUTY, availabilityTo: '14:01' }, ['availabilityTo: availabilityWindow']],
    [{ ...DUTY, availabilityFrom: '06:59', availabilityTo: '10:00' }, ['availabilityTo: availabilityWindow']],
    [{ ...DUTY, availabilityFrom: '17:00', availabilityTo: '20:01' }, ['availabilityTo: availabilityWindow']],
    [{ ...DUTY, availabilityFrom: '9h30' }, ['availabilityFrom: required']],
    [{ id: 'x' }, ['id: unknownField']],
  ])('%j: %j', (change, fieldErrors) => {
    expect(fieldErrorsOf(change)).toEqual(fieldErrors);
  });

  it('refuse a duty to be at home before the law introduced it', () => {
    expect(fieldErrorsOf(DUTY, workRulesRule('2013-12-31'))).toEqual(['availabilityTo: availabilityWindow']);
    expect(fieldErrorsOf(DUTY, workRulesRule('2014-01-01'))).toEqual([]);
  });

  it('accept hours exactly if they are within the legal limits', () => {
    const quarter = fc.integer({ min: 0, max: 95 });
    const time = (quarters: number) =>
      `${String(Math.floor(quarters / 4)).padStart(2, '0')}:${String((quarters % 4) * 15).padStart(2, '0')}`;
    fc.assert(
      fc.property(quarter, quarter, (from, to) => {
        const lawful = from < to && to - from <= 16 && from >= 28 && to <= 80;
        return (fieldErrorsOf({ ...DUTY, availabilityFrom: time(from), availabilityTo: time(to) }).length === 0) === lawful;
      }),
    );
  });
});
