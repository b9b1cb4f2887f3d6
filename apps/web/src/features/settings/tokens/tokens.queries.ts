import { gqlQuery } from '../../../lib/api/query.ts';
import { ApiTokensDocument } from './tokens.gql.ts';

/** The company's API tokens, those that still work first. */
export const tokensQuery = (companyId: string) => gqlQuery({ document: ApiTokensDocument, variables: { companyId }, topics: ['user'] });
