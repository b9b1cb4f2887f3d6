import { daysInOrder } from '@checkwell/domain/clock';
import type { QueryClient } from '@tanstack/react-query';
import { graphql } from '../../lib/api/graphql.ts';
import { gqlQuery } from '../../lib/api/query.ts';
import { today } from '../../lib/browser/time.ts';
import { session } from '../../lib/session/session.ts';
import { chosenCompany, viewerQuery } from '../../lib/session/viewer.ts';
import {
  CertificateAdviceDocument,
  type CertificateAdviceQueryVariables,
  CertificateDocument,
  CertificateEmployeeByIdDocument,
  CertificateEmployeesDocument,
  CertificateHistoryDocument,
  CertificatesDocument,
  SentForCertificateDocument,
} from './certificates.gql.ts';
import { type CertificatesSearch, certificatesVariables } from './list-search.ts';

/** One page of certificates, as the address asks for it. */
export const certificatesQuery = (search: CertificatesSearch, companyId: string | undefined) =>
  gqlQuery({
    document: CertificatesDocument,
    variables: certificatesVariables(search, companyId, today()),
    topics: ['certificate', 'check'],
    keepPrevious: true,
    enabled: daysInOrder(search.from, search.to),
  });

export const certificateQuery = (id: string) =>
  gqlQuery({ document: CertificateDocument, variables: { id }, topics: ['certificate', 'check'] });

/** The employee of a certificate whose draft knows the id only. */
export const certificateEmployeeQuery = (id: string) =>
  gqlQuery({ document: CertificateEmployeeByIdDocument, variables: { id }, topics: ['employee'] });

/** A certificate that the employee of a check sent, to be registered. */
export const sentForCertificateQuery = (checkId: string) =>
  gqlQuery({ document: SentForCertificateDocument, variables: { id: checkId }, topics: ['check'] });

/** Advice on a certificate that is being typed. */
export const adviceQuery = (companyId: string, input: CertificateAdviceQueryVariables['input']) =>
  gqlQuery({ document: CertificateAdviceDocument, variables: { companyId, input }, topics: ['certificate', 'company'] });

/** The worker's latest certificates. */
export const historyQuery = (employeeId: string) =>
  gqlQuery({ document: CertificateHistoryDocument, variables: { employeeId }, topics: ['certificate'] });

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
