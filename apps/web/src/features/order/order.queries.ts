import type { OrderInput } from '@checkwell/domain/check/rules';
import type { CalendarDay } from '@checkwell/domain/clock';
import { graphql } from '../../lib/api/graphql.ts';
import { http } from '../../lib/api/http.ts';
import { gqlQuery } from '../../lib/api/query.ts';
import { withWorker } from '../../lib/records/with-worker.ts';
import {
  OrderCertificateDocument,
  OrderCompanyDocument,
  OrderEmployeeByIdDocument,
  type OrderEmployeeFragment,
  OrderEmployeesDocument,
  OrderForecastDocument,
  OrderParentCheckDocument,
  OrderRunningCertificatesDocument,
} from './order.gql.ts';
import type { DraftDocument } from './order-draft.ts';

/** Contract price and name of the company that orders. */
export const companyQuery = (id: string) => gqlQuery({ document: OrderCompanyDocument, variables: { id }, topics: ['company'] });

/** What the stepper is filled in from (`?certificateId=`). */
export const certificateQuery = (id: string) =>
  gqlQuery({ document: OrderCertificateDocument, variables: { id }, topics: ['certificate'] });

/** Certificates of an employee that run on this day and on which a check may be ordered, the newest first. */
export const runningCertificatesQuery = (employeeId: string, activeOn: CalendarDay) =>
  gqlQuery({
    document: OrderRunningCertificatesDocument,
    variables: { employeeId, activeOn },
    select: ({ certificates }) => certificates.nodes.filter(({ relaunchCheckUrl }) => relaunchCheckUrl !== null),
    topics: ['certificate', 'check'],
  });

/** The check after which a second one is ordered (`?parentCheckId=`). */
export const parentCheckQuery = (id: string) =>
  gqlQuery({
    document: OrderParentCheckDocument,
    variables: { id },
    select: ({ check }) => ({ check: withWorker(check) }),
    topics: ['check'],
  });

/** The worker of a certificate, or of `?employeeId=`. */
export const employeeQuery = (id: string) => gqlQuery({ document: OrderEmployeeByIdDocument, variables: { id }, topics: ['employee'] });

/** The forecast of an order; out of date when a check, a doctor's agenda or the contract changes. */
export const forecastQuery = (input: OrderInput) =>
  gqlQuery({ document: OrderForecastDocument, variables: { input }, topics: ['check', 'doctor', 'company'] });

/** Employees for the combo box; by name or number. */
export async function findEmployees(companyId: string | null, search: string, signal: AbortSignal): Promise<OrderEmployeeFragment[]> {
  const { employees } = await graphql(OrderEmployeesDocument, { companyId, search: search || null }, { signal });
  return [...employees.nodes];
}

/** Stores a certificate's document; refusals are `document.*` errors. */
export function uploadDocument(
  companyId: string,
  file: File,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<DraftDocument> {
  return http.upload<DraftDocument>(`/v1/api/companies/${companyId}/documents`, file, {
    query: { fileName: file.name },
    headers: { 'Content-Type': file.type },
    onProgress,
    signal,
  });
}
