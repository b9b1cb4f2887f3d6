import { graphql } from '../../lib/graphql.ts';
import { gqlQuery } from '../../lib/query.ts';
import { FeatureFlagsDocument, FlagCompaniesDocument, type FlagCompaniesQuery } from './flags.gql.ts';

export const flagsQuery = gqlQuery({ document: FeatureFlagsDocument, variables: {}, topics: ['flag'] });

export type FoundCompany = FlagCompaniesQuery['companies']['nodes'][number];

/** Clients that the typed text may mean. */
export async function findCompanies(search: string, signal: AbortSignal): Promise<readonly FoundCompany[]> {
  const { companies } = await graphql(FlagCompaniesDocument, { search: search || null }, { signal });
  return companies.nodes;
}
