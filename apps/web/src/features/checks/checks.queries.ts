import type { WithWorker } from '@checkwell/domain/check/worker-visibility';
import { daysInOrder } from '@checkwell/domain/clock';
import { PAGE } from '@checkwell/domain/constants';
import type { QueryClient } from '@tanstack/react-query';
import { gqlQuery } from '../../lib/api/query.ts';
import { withWorkers } from '../../lib/records/with-worker.ts';
import { session } from '../../lib/session/session.ts';
import { chosenCompany, fieldsIn, viewerQuery } from '../../lib/session/viewer.ts';
import { type CheckRowFragment, ChecksDocument, type ReportRowFragment, ReportsDocument } from './checks.gql.ts';
import { type ChecksSearch, checksVariables, type ReportsSearch, reportsVariables, withoutHiddenSort } from './list/list-search.ts';

/** Checks as lists show them: to employers and planners. */
export type CheckRow = WithWorker<CheckRowFragment>;
export type ReportRow = WithWorker<ReportRowFragment>;

/** One page of the checks in progress, as the address asks for it. */
export const checksQuery = (search: ChecksSearch, companyId: string | undefined) =>
  gqlQuery({
    document: ChecksDocument,
    variables: checksVariables(search, companyId, PAGE.defaultSize),
    select: ({ checks }) => ({ checks: withWorkers(checks) }),
    topics: ['check', 'comment'],
    keepPrevious: true,
    enabled: daysInOrder(search.from, search.to),
  });

/** One page of the reports, as the address asks for it. */
export const reportsQuery = (search: ReportsSearch, companyId: string | undefined) =>
  gqlQuery({
    document: ReportsDocument,
    variables: reportsVariables(search, companyId, PAGE.defaultSize),
    select: ({ reports }) => ({ reports: withWorkers(reports) }),
    topics: ['check'],
    keepPrevious: true,
    enabled: daysInOrder(search.from, search.to),
  });

/** The company whose lists are shown, for loaders; undefined for the provider's team, who see every company. */
export async function viewedCompanyId(client: QueryClient): Promise<string | undefined> {
  const { viewer } = await client.ensureQueryData(viewerQuery);
  return chosenCompany(viewer, session.companyId())?.id;
}

/** The first query of the screen of reports, for its loader. */
export async function viewedReportsQuery(client: QueryClient, search: ReportsSearch) {
  const [{ viewer }, companyId] = await Promise.all([client.ensureQueryData(viewerQuery), viewedCompanyId(client)]);
  return reportsQuery(withoutHiddenSort(search, fieldsIn(viewer, companyId).includes('companyTotalPrice')), companyId);
}
