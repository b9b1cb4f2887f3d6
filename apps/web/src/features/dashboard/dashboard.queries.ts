import { PAGE } from '@checkwell/domain/constants';
import type { Metric } from '@checkwell/domain/dashboard/definitions';
import { graphql } from '../../lib/api/graphql.ts';
import { gqlQuery } from '../../lib/api/query.ts';
import { DashboardDocument, DashboardReadersDocument, type DashboardReadersQuery, DashboardRowsDocument } from './dashboard.gql.ts';
import { type DashboardSearch, daysError, filterOf, filtersOf, type RowsSearch, sliceOf } from './dashboard-search.ts';

export type FoundReader = DashboardReadersQuery['dashboardReaders'][number];

/** The figures for the filters in the address; disabled while its days contradict each other. */
export const dashboardQuery = (search: DashboardSearch, companyId: string | undefined) =>
  gqlQuery({
    document: DashboardDocument,
    variables: { filter: filterOf(search, companyId) },
    topics: ['check', 'dashboard'],
    keepPrevious: true,
    enabled: daysError(search) === null,
  });

export const rowsQuery = (metric: Metric, search: RowsSearch, companyId: string | undefined) =>
  gqlQuery({
    document: DashboardRowsDocument,
    variables: {
      metric,
      filter: filterOf(filtersOf(search), companyId),
      slice: sliceOf(search),
      first: PAGE.defaultSize,
      after: search.after ?? null,
    },
    topics: ['check', 'dashboard'],
    keepPrevious: true,
    enabled: daysError(search) === null,
  });

export async function findReaders(companyId: string, search: string, signal: AbortSignal): Promise<readonly FoundReader[]> {
  return (await graphql(DashboardReadersDocument, { companyId, search }, { signal })).dashboardReaders;
}
