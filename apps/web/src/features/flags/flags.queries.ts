import { gqlQuery } from '../../lib/api/query.ts';
import { FeatureFlagsDocument } from './flags.gql.ts';

export const flagsQuery = gqlQuery({ document: FeatureFlagsDocument, variables: {}, topics: ['flag'] });
