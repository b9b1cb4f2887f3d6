import { LISTS } from '@checkwell/domain/lists/lists';
import { describe, expect, it } from 'vitest';
import { boardVariables, urgencyOf } from './board-search.ts';

describe('the planning board in the address', () => {
  it('shows what waits longest when nothing is chosen', () => {
    expect(boardVariables(LISTS.planning.search.parse({}), 25)).toEqual({
      filter: {
        status: ['Reception', 'Planning'],
        search: null,
        checkLocation: null,
        checkTiming: null,
        doctorSearch: null,
        employeeNotTold: null,
        otherAddress: null,
        resultHeld: null,
      },
      sort: { field: 'creationDate', direction: 'asc' },
      first: 25,
      after: null,
    });
  });

  it('shows the checks for which no doctor was found', () => {
    expect(boardVariables(LISTS.planning.search.parse({ doctorSearch: 'Exhausted' }), 25).filter).toMatchObject({
      doctorSearch: 'Exhausted',
    });
  });

  it('shows the appointments of which no employee knows', () => {
    expect(boardVariables(LISTS.planning.search.parse({ tab: 'planned', employeeNotTold: true }), 25).filter).toMatchObject({
      employeeNotTold: true,
    });
  });

  it('shows the next appointment first', () => {
    expect(boardVariables({ tab: 'planned' }, 25).sort).toEqual({ field: 'appointmentStart', direction: 'asc' });
  });

  it('leaves out what no board can mean', () => {
    expect(LISTS.planning.search.parse({ tab: 'all', q: [7], location: 'Unknown', sort: 'password', desc: 'yes' })).toEqual({});
  });

  it('is urgent on the last day, and soon before', () => {
    expect([3, 2, 1, 0, -1].map(urgencyOf)).toEqual(['neutral', 'warning', 'warning', 'danger', 'danger']);
  });
});
