import { filtersOf, LISTS, type ListSearch, sortOf } from '@checkwell/domain/lists/lists';
import type { CheckFilter, CheckSort, ReportSort } from '../checks.gql.ts';

export type ChecksSearch = ListSearch<'checks'>;
export type ReportsSearch = ListSearch<'reports'>;

/** The reports' address without an order that this viewer may not ask for: the link may come from somebody who may. */
export function withoutHiddenSort(search: ReportsSearch, priced: boolean): ReportsSearch {
  return search.sort === 'companyTotalPrice' && !priced ? { ...search, sort: undefined, desc: undefined, after: undefined } : search;
}

interface ListVariables<Sort> {
  readonly filter: CheckFilter;
  readonly sort: Sort;
  readonly first: number;
  readonly after: string | null;
}

/** The newest orders come first. */
export function checksVariables(search: ChecksSearch, companyId: string | undefined, first: number): ListVariables<CheckSort> {
  return {
    filter: { ...filtersOf(LISTS.checks, search), companyId: companyId ?? null, search: search.q ?? null },
    sort: sortOf(LISTS.checks, search),
    first,
    after: search.after ?? null,
  };
}

/** The newest checks come first, as the moment in the list says. */
export function reportsVariables(search: ReportsSearch, companyId: string | undefined, first: number): ListVariables<ReportSort> {
  return {
    filter: { ...filtersOf(LISTS.reports, search), companyId: companyId ?? null, search: search.q ?? null },
    sort: sortOf(LISTS.reports, search),
    first,
    after: search.after ?? null,
  };
}

/** A filter's values without one of them; no value at all is no filter. */
export function without<V>(values: readonly V[] | undefined, value: V): V[] | undefined {
  const left = values?.filter((candidate) => candidate !== value) ?? [];
  return left.length > 0 ? left : undefined;
}
