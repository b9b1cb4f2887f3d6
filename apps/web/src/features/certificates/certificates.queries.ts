import type { QueryClient } from '@tanstack/react-query';
import { graphql } from '../../lib/graphql.ts';
import { gqlQuery } from '../../lib/query.ts';
import { session } from '../../lib/session.ts';
import { today } from '../../lib/time.ts';
import { chosenCompany, viewerQuery } from '../../lib/viewer.ts';
import {
  CertificateDocument,
  CertificateEmployeeByIdDocument,
  CertificateEmployeesDocument,
  CertificateSuperiorsDocument,
  CertificatesDocument,
} from './certificates.gql.ts';
import { type CertificatesSearch, certificatesVariables } from './list-search.ts';

/** One page of certificates, as the address asks for it. */
export const certificatesQuery = (search: CertificatesSearch, companyId: string | undefined) =>
  gqlQuery({
    document: CertificatesDocument,
    variables: certificatesVariables(search, companyId, today()),
    topics: ['certificate', 'check'],
    keepPrevious: true,
  });

export const certificateQuery = (id: string) =>
  gqlQuery({ document: CertificateDocument, variables: { id }, topics: ['certificate', 'check'] });

/** The employee of a certificate whose draft knows the id only. */
export const certificateEmployeeQuery = (id: string) =>
  gqlQuery({ document: CertificateEmployeeByIdDocument, variables: { id }, topics: ['employee'] });

export const certificateSuperiorsQuery = (companyId: string) =>
  gqlQuery({ document: CertificateSuperiorsDocument, variables: { companyId }, topics: ['superior'] });

/** Employees whose name or number begins with what was typed. */
export async function searchEmployees(companyId: string, search: string, signal: AbortSignal) {
  const { employees } = await graphql(CertificateEmployeesDocument, { companyId, search: search || null }, { signal });
  return [...employees.nodes];
}

/** The company whose list is shown, for loaders. */
export async function listedCompanyId(client: QueryClient): Promise<string | undefined> {
  const { viewer } = await client.ensureQueryData(viewerQuery);
  return chosenCompany(viewer, session.companyId())?.id;
}
