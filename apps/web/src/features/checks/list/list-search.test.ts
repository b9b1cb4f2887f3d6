import { LISTS } from '@checkwell/domain/lists/lists';
import { describe, expect, it } from 'vitest';
import { checksVariables, reportsVariables, withoutHiddenSort } from './list-search.ts';

describe('the address of a list', () => {
  it('gives filters, sort and page to the query', () => {
    const search = LISTS.checks.search.parse({
      q: 'peeters',
      status: ['Planning', 'Reception'],
      checkTiming: 'Immediate',
      from: '2026-11-01',
      sort: 'workerFullName',
      after: 'x',
    });
    expect(checksVariables(search, 'company', 25)).toEqual({
      filter: {
        companyId: 'company',
        search: 'peeters',
        status: ['Planning', 'Reception'],
        checkTiming: 'Immediate',
        checkLocation: null,
        from: '2026-11-01',
        to: null,
      },
      sort: { field: 'workerFullName', direction: 'asc' },
      first: 25,
      after: 'x',
    });
  });

  it('takes a single value of a list without brackets', () => {
    expect(LISTS.reports.search.parse({ checkOccurence: 'NoShow' }).checkOccurence).toEqual(['NoShow']);
  });

  it('leaves out what is wrong or unknown', () => {
    const search = LISTS.checks.search.parse({
      status: ['Archived', 'Planning', 3],
      checkTiming: 'Soon',
      checkLocation: 7,
      from: '2026-02-31',
      sort: 'doctor',
      q: '',
      page: 4,
    });
    expect(search).toEqual({ status: ['Planning'] });
    expect(LISTS.reports.search.parse({ superiorId: 'me', checkOccurence: ['x'] })).toEqual({});
  });

  it('shows the newest first unless a column is chosen', () => {
    expect(checksVariables({}, undefined, 25).sort).toEqual({ field: 'creationDate', direction: 'desc' });
    expect(reportsVariables({}, undefined, 25).sort).toEqual({ field: 'checkDate', direction: 'desc' });
    expect(reportsVariables({ sort: 'checkDate', desc: true }, undefined, 25).sort).toEqual({ field: 'checkDate', direction: 'desc' });
  });

  it('goes by price for those alone who see prices: anybody else’s link to it shows the newest', () => {
    const link = { q: 'an', sort: 'companyTotalPrice', desc: true, after: 'cursor' } as const;
    expect(withoutHiddenSort(link, true)).toEqual(link);
    expect(reportsVariables(withoutHiddenSort(link, false), undefined, 25)).toEqual(reportsVariables({ q: 'an' }, undefined, 25));
    expect(withoutHiddenSort({ ...link, sort: 'checkDate' }, false)).toEqual({ ...link, sort: 'checkDate' });
  });
});
