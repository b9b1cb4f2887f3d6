import { PAGE } from '@checkwell/domain/constants';
import type { Metric } from '@checkwell/domain/dashboard/definitions';
import { graphql } from '../../lib/graphql.ts';
import { gqlQuery } from '../../lib/query.ts';
import {
  DashboardDocument,
  type DashboardQueryVariables,
  DashboardReadersDocument,
  type DashboardReadersQuery,
  DashboardRowsDocument,
  DashboardSuperiorsDocument,
  type DashboardSuperiorsQuery,
} from './dashboard.gql.ts';
import { filterOf, filtersOf, type RowsSearch, sliceOf } from './dashboard-search.ts';

type Filter = DashboardQueryVariables['filter'];
export type FoundSuperior = DashboardSuperiorsQuery['superiors']['nodes'][number];
export type FoundReader = DashboardReadersQuery['dashboardReaders'][number];

export const dashboardQuery = (filter: Filter, enabled = true) =>
  gqlQuery({ document: DashboardDocument, variables: { filter }, topics: ['check', 'dashboard'], keepPrevious: true, enabled });

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
  });

export async function findSuperiors(companyId: string, search: string, signal: AbortSignal): Promise<readonly FoundSuperior[]> {
  return (await graphql(DashboardSuperiorsDocument, { companyId, search }, { signal })).superiors.nodes;
}

export async function findReaders(companyId: string, search: string, signal: AbortSignal): Promise<readonly FoundReader[]> {
  return (await graphql(DashboardReadersDocument, { companyId, search }, { signal })).dashboardReaders;
}
