import { gqlQuery } from '../../lib/query.ts';
import { DashboardDocument, type DashboardQueryVariables, DashboardSuperiorsDocument } from './dashboard.gql.ts';

export const dashboardQuery = (variables: DashboardQueryVariables, enabled = true) =>
  gqlQuery({ document: DashboardDocument, variables, topics: ['check', 'dashboard'], keepPrevious: true, enabled });

export const superiorsQuery = (companyId: string) =>
  gqlQuery({ document: DashboardSuperiorsDocument, variables: { companyId }, topics: ['superior'] });
