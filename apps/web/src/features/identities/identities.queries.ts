import { PAGE } from '@checkwell/domain/constants';
import { gqlQuery } from '../../lib/api/query.ts';
import { SignUpDetailDocument, type SignUpDetailQuery, SignUpFiguresDocument, SignUpsDocument } from './identities.gql.ts';
import { type IdentitiesSearch, identitiesSort } from './identities-search.ts';

export type SignUpDetail = SignUpDetailQuery['signUp'];

export const signUpsQuery = (search: IdentitiesSearch) =>
  gqlQuery({
    document: SignUpsDocument,
    variables: {
      filter: { state: search.state ?? 'Pending', search: search.q ?? null },
      sort: identitiesSort(search),
      first: PAGE.defaultSize,
      after: search.after ?? null,
    },
    topics: ['signUp'],
    keepPrevious: true,
  });

export const figuresQuery = gqlQuery({ document: SignUpFiguresDocument, variables: {}, topics: ['signUp'] });

export const signUpQuery = (id: string) => gqlQuery({ document: SignUpDetailDocument, variables: { id }, topics: ['signUp'] });
