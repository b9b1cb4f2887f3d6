import { describe, expect, it } from 'vitest';
import { dashboardSearch, daysError, filterOf, filtersOf, rowsSearch, sliceOf } from './dashboard-search.ts';

const COMPANY = '01890a5d-ac96-774b-bcce-b302099a8057';
const SUPERIOR = '01890a5d-ac96-774b-bcce-b302099a8058';

describe('the address of the dashboard', () => {
  it('holds company, superior and period, and drops what it holds wrongly', () => {
    const search = { companyId: COMPANY, superiorId: SUPERIOR, period: 'dates', from: '2026-02-01', to: '2026-02-03' };
    expect(dashboardSearch.parse(search)).toEqual(search);
    expect(dashboardSearch.parse({ companyId: 'all' })).toEqual({ companyId: 'all' });
    expect(dashboardSearch.parse({ companyId: 'x', period: 'year', from: '2026-02-30', superiorId: 'x', weekday: 1 })).toEqual({});
  });

  it('is the company of the application unless it names one; a superior belongs to one company', () => {
    const nothing = { superiorId: null, period: 'all', from: null, to: null };
    expect(filterOf({}, COMPANY)).toEqual({ ...nothing, companyId: COMPANY });
    expect(filterOf({ companyId: 'all', superiorId: SUPERIOR }, COMPANY)).toEqual({ ...nothing, companyId: null });
    expect(filterOf({ superiorId: SUPERIOR, period: 'week', from: '2026-01-01' }, COMPANY)).toEqual({
      ...nothing,
      companyId: COMPANY,
      superiorId: SUPERIOR,
      period: 'week',
    });
  });

  it('asks for a start, and for an end that does not precede it', () => {
    expect(daysError({ period: 'dates' })).toBe('filterStartRequired');
    expect(daysError({ period: 'dates', from: '2026-02-02', to: '2026-02-01' })).toBe('endBeforeStart');
    expect(daysError({ period: 'dates', from: '2026-02-02', to: '2026-02-02' })).toBeNull();
    expect(daysError({ period: 'week', from: '2026-02-02', to: '2026-02-01' })).toBeNull();
    // Days alone mean days, here as on the server.
    expect(daysError({ from: '2026-02-02', to: '2026-02-01' })).toBe('endBeforeStart');
    expect(filterOf({ from: '2026-02-01' }, COMPANY)).toMatchObject({ period: 'dates', from: '2026-02-01', to: null });
  });

  it('of a list names the part of a chart beside the filters', () => {
    const search = rowsSearch.parse({ period: 'month', province: 'Liege', weekday: 8, result: 'noShow', after: 'abc' });
    expect(sliceOf(search)).toEqual({ province: 'Liege', result: 'noShow' });
    expect(filtersOf(search)).toEqual({ period: 'month' });
  });
});
