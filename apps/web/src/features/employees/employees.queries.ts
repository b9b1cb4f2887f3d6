import type { QueryClient } from '@tanstack/react-query';
import { gqlQuery } from '../../lib/api/query.ts';
import { session } from '../../lib/session/session.ts';
import { chosenCompany, viewerQuery } from '../../lib/session/viewer.ts';
import { EmployeeCostCentresDocument, EmployeeDocument, EmployeesDocument } from './employees.gql.ts';
import { type EmployeesListSearch, employeesVariables } from './list-search.ts';

/** One page of employees, as the address asks for it. */
export const employeesQuery = (search: EmployeesListSearch, companyId: string | undefined) =>
  gqlQuery({ document: EmployeesDocument, variables: employeesVariables(search, companyId), topics: ['employee'], keepPrevious: true });

/** One employee, in the newest version. */
export const employeeQuery = (id: string) => gqlQuery({ document: EmployeeDocument, variables: { id }, topics: ['employee'] });

/** The company whose employees are shown, for loaders; undefined for the provider's team, who see every company. */
export async function shownCompanyId(client: QueryClient): Promise<string | undefined> {
  const { viewer } = await client.ensureQueryData(viewerQuery);
  return chosenCompany(viewer, session.companyId())?.id;
}

/** What the company calls its departments; `subEmployee` names one of them, or something else. */
export const costCentresQuery = (companyId: string) =>
  gqlQuery({ document: EmployeeCostCentresDocument, variables: { companyId }, topics: ['company'] });
