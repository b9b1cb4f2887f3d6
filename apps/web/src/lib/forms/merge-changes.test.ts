import { describe, expect, it } from 'vitest';
import { mergeChanges } from './merge-changes.ts';

interface Values {
  readonly startDate: string;
  readonly endDate: string;
  readonly doctorName: string;
  readonly authorizedExit: boolean;
  readonly superiorId: string | null | undefined;
}
const BEFORE: Values = {
  startDate: '2026-11-16',
  endDate: '2026-11-20',
  doctorName: 'Dr. Claes',
  authorizedExit: false,
  superiorId: undefined,
};

describe('a form whose record was changed meanwhile', () => {
  it('takes new values of untouched fields, keeps the input, and lists fields that both changed', () => {
    const after = { ...BEFORE, endDate: '2026-11-27', doctorName: 'Dr. Maes', authorizedExit: true };
    const typed = { ...BEFORE, doctorName: 'Dr. Adam', startDate: '2026-11-17' };
    expect(mergeChanges(BEFORE, after, typed)).toEqual({
      follow: { endDate: '2026-11-27', authorizedExit: true },
      conflicts: ['doctorName'],
    });
  });

  it('has no conflict where both values are equal, or the input is empty', () => {
    expect(mergeChanges(BEFORE, { ...BEFORE, endDate: '2026-11-27' }, { ...BEFORE, endDate: '2026-11-27' }).conflicts).toEqual([]);
    expect(mergeChanges(BEFORE, BEFORE, { ...BEFORE, endDate: '2026-11-27' })).toEqual({ follow: {}, conflicts: [] });
    expect(mergeChanges(BEFORE, { ...BEFORE, superiorId: 'one' }, { ...BEFORE, superiorId: '' })).toEqual({
      follow: { superiorId: 'one' },
      conflicts: [],
    });
  });
});
