import { describe, expect, it } from 'vitest';
import { employeesSearch, employeesVariables, listPart } from './list-search.ts';

const ID = '01938f3e-8d5c-7c7b-9a45-0c3b6a7d1f20';

describe('the list of employees in the address', () => {
  it('begins with who works for the company, by name', () => {
    expect(employeesVariables({}, 'c')).toMatchObject({
      filter: { companyId: 'c', superiorId: null, employment: 'active', search: null },
      sort: { field: 'employeeLastName', direction: 'asc' },
      after: null,
    });
  });

  it('reproduces what its sender saw', () => {
    const search = { q: 'peeters', superiorId: ID, sort: 'employeeMatricule' as const, desc: true, after: 'cursor' };
    expect(employeesVariables(employeesSearch.parse(search), undefined)).toMatchObject({
      filter: { companyId: null, superiorId: ID, search: 'peeters' },
      sort: { field: 'employeeMatricule', direction: 'desc' },
      after: 'cursor',
    });
  });

  it('shows who has left, or everybody, when asked', () => {
    expect(employeesVariables(employeesSearch.parse({ employment: 'left' }), 'c').filter.employment).toBe('left');
    expect(employeesVariables(employeesSearch.parse({ employment: 'all' }), 'c').filter.employment).toBeNull();
    expect(employeesSearch.parse({ employment: 'active' })).toEqual({});
  });

  it('lists the same rows whatever drawer is open', () => {
    expect(listPart({ q: 'x', add: true, edit: ID })).toEqual({ q: 'x' });
  });

  it('drops what it does not know', () => {
    expect(employeesSearch.parse({ q: '', superiorId: 'me', sort: 'salary', desc: 'yes', after: 1, add: false, edit: 'x' })).toEqual({});
  });
});
