import { describe, expect, it } from 'vitest';
import { fieldsToPropose, type ProposalMarks, withdrawn } from './proposals.ts';

const FIELDS = ['employeeId', 'startDate', 'endDate', 'authorizedExit', 'doctorName'] as const;
type Field = (typeof FIELDS)[number];
const EMPTY = { employeeId: undefined, startDate: '', endDate: '', authorizedExit: undefined, doctorName: '' };
const READ = { employeeId: 'worker', startDate: '2026-11-16', endDate: '2026-11-20', doctorName: 'Dr. Claes' };
const propose = (values: object, marks: ProposalMarks<Field> = {}, touched: readonly string[] = []) =>
  fieldsToPropose(FIELDS, READ, { ...EMPTY, ...values }, { marks, touched: new Set(touched) });

describe('values read from a document', () => {
  it('fill empty fields only', () => {
    expect(propose({})).toEqual(['employeeId', 'startDate', 'endDate', 'doctorName']);
    expect(fieldsToPropose(FIELDS, { authorizedExit: false }, EMPTY, { marks: {}, touched: new Set() })).toEqual(['authorizedExit']);
  });

  it('do not replace existing values, or fields that the user emptied', () => {
    expect(propose({ employeeId: 'somebody', doctorName: 'Dr. Maes' })).toEqual(['startDate', 'endDate']);
    expect(propose({}, {}, ['doctorName'])).toEqual(['employeeId', 'startDate', 'endDate']);
    expect(
      fieldsToPropose(FIELDS, { authorizedExit: true }, { ...EMPTY, authorizedExit: false }, { marks: {}, touched: new Set() }),
    ).toEqual([]);
  });

  it('contain both dates of a period or none', () => {
    expect(propose({ startDate: '2026-11-16' })).toContain('endDate');
    expect(propose({ startDate: '2026-11-17' })).toEqual(['employeeId', 'doctorName']);
    expect(propose({}, {}, ['endDate'])).toEqual(['employeeId', 'doctorName']);
    expect(fieldsToPropose(FIELDS, { startDate: '2026-11-16' }, EMPTY, { marks: {}, touched: new Set() })).toEqual([]);
  });

  it('replace earlier unconfirmed proposals', () => {
    expect(propose({ startDate: '2026-10-01', endDate: '2026-10-02' }, { startDate: 'old', endDate: 'old' })).toContain('startDate');
    expect(propose({ startDate: '2026-10-01', endDate: '2026-10-02' }, { endDate: 'old' })).not.toContain('endDate');
  });

  it('are removed with their document', () => {
    expect(withdrawn({ startDate: 'one', doctorName: 'other' }, 'one')).toEqual({ marks: { doctorName: 'other' }, fields: ['startDate'] });
    expect(withdrawn({}, 'one')).toEqual({ marks: {}, fields: [] });
  });
});
