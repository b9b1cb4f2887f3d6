import { graphql } from '../api/graphql.ts';
import { FoundCompaniesDocument, type FoundCompaniesQuery } from './found-companies.gql.ts';

export type FoundCompany = FoundCompaniesQuery['companies']['nodes'][number];

/** Clients that the typed text may mean, for the provider's team. */
export async function findCompanies(search: string, signal: AbortSignal): Promise<readonly FoundCompany[]> {
  const { companies } = await graphql(FoundCompaniesDocument, { search: search || null }, { signal });
  return companies.nodes;
}
