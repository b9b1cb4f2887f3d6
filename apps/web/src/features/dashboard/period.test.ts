import { describe, expect, it } from 'vitest';
import { dashboardSearch, datesFault, daysOf } from './period.ts';

describe('the dashboard filters', () => {
  it.each([
    [{}, '2026-11-21', null, null],
    [{ period: 'today' }, '2026-11-21', '2026-11-21', '2026-11-21'],
    [{ period: 'week' }, '2026-11-21', '2026-11-16', '2026-11-22'],
    [{ period: 'week' }, '2026-11-16', '2026-11-16', '2026-11-22'],
    [{ period: 'week' }, '2027-01-01', '2026-12-28', '2027-01-03'],
    [{ period: 'month' }, '2026-11-21', '2026-11-01', '2026-11-30'],
    [{ period: 'month' }, '2028-02-10', '2028-02-01', '2028-02-29'],
    [{ period: 'month' }, '2026-12-31', '2026-12-01', '2026-12-31'],
    [{ period: 'dates', from: '2026-01-05', to: '2026-02-03' }, '2026-11-21', '2026-01-05', '2026-02-03'],
    [{ period: 'dates', from: '2026-01-05' }, '2026-11-21', '2026-01-05', null],
  ] as const)('%o on %s is %s to %s', (search, today, from, to) => {
    expect(daysOf(search, today)).toEqual({ from, to });
  });

  it('asks for a start, and for an end that does not precede it', () => {
    expect(datesFault({ period: 'dates' })).toBe('filterStartRequired');
    expect(datesFault({ period: 'dates', from: '2026-02-02', to: '2026-02-01' })).toBe('endBeforeStart');
    expect(datesFault({ period: 'dates', from: '2026-02-02', to: '2026-02-02' })).toBeNull();
    expect(datesFault({ period: 'all' })).toBeNull();
  });

  it('drops what an address holds wrongly', () => {
    expect(dashboardSearch.parse({ period: 'year', from: '2026-02-30', superiorId: 'x' })).toEqual({});
  });
});
