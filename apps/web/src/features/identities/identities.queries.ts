import { PAGE } from '@checkwell/domain/constants';
import { graphql } from '../../lib/graphql.ts';
import { gqlQuery } from '../../lib/query.ts';
import { SignUpCompaniesDocument, SignUpDetailDocument, SignUpFiguresDocument, SignUpsDocument } from './identities.gql.ts';
import type { IdentitiesSearch } from './identities-search.ts';

export const signUpsQuery = ({ q, state, after }: IdentitiesSearch) =>
  gqlQuery({
    document: SignUpsDocument,
    variables: { filter: { state: state ?? 'Pending', search: q ?? null }, first: PAGE.defaultSize, after: after ?? null },
    topics: ['signUp'],
    keepPrevious: true,
  });

export const figuresQuery = gqlQuery({ document: SignUpFiguresDocument, variables: {}, topics: ['signUp'] });

export const signUpQuery = (id: string) => gqlQuery({ document: SignUpDetailDocument, variables: { id }, topics: ['signUp'] });

export interface FoundCompany {
  readonly id: string;
  readonly name: string;
  readonly companyNumber: string;
}

/** Clients that the typed text may mean. */
export async function findCompanies(search: string, signal: AbortSignal): Promise<readonly FoundCompany[]> {
  const { companies } = await graphql(SignUpCompaniesDocument, { search: search || null }, { signal });
  return companies.nodes;
}
