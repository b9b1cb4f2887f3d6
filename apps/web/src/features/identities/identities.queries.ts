import { PAGE } from '@checkwell/domain/constants';
import { gqlQuery } from '../../lib/query.ts';
import { SignUpDetailDocument, SignUpFiguresDocument, SignUpsDocument } from './identities.gql.ts';
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
