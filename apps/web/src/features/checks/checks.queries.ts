import { PAGE } from '@checkwell/domain/constants';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { graphql } from '../../lib/graphql.ts';
import { gqlQuery } from '../../lib/query.ts';
import { session } from '../../lib/session.ts';
import { chosenCompany, viewerQuery } from '../../lib/viewer.ts';
import {
  CheckDocument,
  type CheckSuperiorFragment,
  CheckSuperiorsDocument,
  type CheckSuperiorsQuery,
  ChecksDocument,
  ReportsDocument,
} from './checks.gql.ts';
import { type ChecksSearch, checksVariables, type ReportsSearch, reportsVariables } from './list-search.ts';

/** One page of the checks in progress, as the address asks for it. */
export const checksQuery = (search: ChecksSearch, companyId: string | undefined) =>
  gqlQuery({
    document: ChecksDocument,
    variables: checksVariables(search, companyId, PAGE.defaultSize),
    topics: ['check'],
    keepPrevious: true,
  });

/** One page of the reports, as the address asks for it. */
export const reportsQuery = (search: ReportsSearch, companyId: string | undefined) =>
  gqlQuery({
    document: ReportsDocument,
    variables: reportsVariables(search, companyId, PAGE.defaultSize),
    topics: ['check'],
    keepPrevious: true,
  });

/** One check, in progress or archived. */
export const checkQuery = (id: string) => gqlQuery({ document: CheckDocument, variables: { id }, topics: ['check'] });

/** The first page of a company's superiors, for the filter of the reports. */
export const superiorsQuery = (companyId: string) =>
  gqlQuery({ document: CheckSuperiorsDocument, variables: { companyId }, topics: ['superior'] });

/** Superiors of a company by name or e-mail address. */
export async function findSuperiors(companyId: string, search: string, signal: AbortSignal): Promise<readonly CheckSuperiorFragment[]> {
  const { superiors } = await graphql(CheckSuperiorsDocument, { companyId, search: search || null }, { signal });
  return superiors.nodes;
}

/** One superior of a company with more of them than a page holds; null for one that it does not have (any more). */
export const superiorQuery = (companyId: string, id: string) =>
  queryOptions({
    queryKey: ['superior', companyId, id],
    meta: { topics: ['superior'] as const },
    queryFn: async ({ signal }): Promise<CheckSuperiorFragment | null> => {
      let after: string | null = null;
      do {
        const { superiors }: CheckSuperiorsQuery = await graphql(CheckSuperiorsDocument, { companyId, after }, { signal });
        const found = superiors.nodes.find((superior) => superior.id === id);
        if (found) return found;
        after = superiors.pageInfo.hasNextPage ? superiors.pageInfo.endCursor : null;
      } while (after !== null);
      return null;
    },
  });

/** The company whose lists are shown, for loaders; undefined for the provider's team, who see every company. */
export async function viewedCompanyId(client: QueryClient): Promise<string | undefined> {
  const { viewer } = await client.ensureQueryData(viewerQuery);
  return chosenCompany(viewer, session.companyId())?.id;
}
