import type { EmployeeAddress } from '@checkwell/domain/employee-page/address';
import type { SentPeriod } from '@checkwell/domain/employee-page/certificate';
import { EMPLOYEE_PAGE_PATH, type EmployeePage, type EmployeeReport } from '@checkwell/domain/employee-page/contract';
import type { TravelClaimInput } from '@checkwell/domain/employee-page/travel-claim-rule';
import { http } from '../../lib/api/http.ts';

const pathOf = (token: string): string => `${EMPLOYEE_PAGE_PATH}/${encodeURIComponent(token)}`;

/** Some telephones give no type for a file; the server then looks at its bytes. */
const typeOf = (file: File): string => file.type || 'application/octet-stream';

export const employeePageKey = (token: string) => ['employee page', token] as const;

export const fetchEmployeePage = (token: string, signal: AbortSignal): Promise<EmployeePage> =>
  http.get(pathOf(token), { signal, visitor: true });

/** What an employee says. */
export type EmployeeAnswer = { readonly appointmentStart: string } | { readonly report: EmployeeReport };

export const sendAnswer = (token: string, answer: EmployeeAnswer): Promise<EmployeePage> =>
  http.post(`${pathOf(token)}/${'report' in answer ? 'report' : 'confirm'}`, answer, { visitor: true });

/** Reports that somebody saw this appointment on the page. */
export const sendOpening = (token: string, appointmentStart: string): Promise<null> =>
  http.post(`${pathOf(token)}/opened`, { appointmentStart }, { visitor: true });

/** Reports that the employee disagrees with the findings. */
export const sendDisagreement = (token: string): Promise<EmployeePage> => http.post(`${pathOf(token)}/disagree`, {}, { visitor: true });

/** Sends the employee's address and directions. */
export const sendAddress = (token: string, said: EmployeeAddress): Promise<EmployeePage> =>
  http.post(`${pathOf(token)}/address`, said, { visitor: true });

/** A certificate for the employer, with the days that are on it. */
export const sendCertificate = (
  token: string,
  { file, startDate, endDate, onProgress }: SentPeriod & { readonly file: File; readonly onProgress: (share: number) => void },
): Promise<EmployeePage> =>
  http.upload(`${pathOf(token)}/certificates`, file, {
    query: { fileName: file.name, startDate, endDate },
    headers: { 'Content-Type': typeOf(file) },
    onProgress,
    visitor: true,
  });

/** Sends the employee's claim of travel costs. */
export const sendTravelClaim = (token: string, claim: TravelClaimInput): Promise<EmployeePage> =>
  http.post(`${pathOf(token)}/travel`, claim, { visitor: true });

/** The receipt of a claim. */
export const sendReceipt = (token: string, file: File, onProgress: (share: number) => void): Promise<EmployeePage> =>
  http.upload(`${pathOf(token)}/travel/receipt`, file, {
    query: { fileName: file.name },
    headers: { 'Content-Type': typeOf(file) },
    onProgress,
    visitor: true,
  });

/** Another time for the appointment that the page showed. */
export const sendMove = (token: string, wish: { readonly appointmentStart: string; readonly newStart: string }): Promise<EmployeePage> =>
  http.post(`${pathOf(token)}/move`, wish, { visitor: true });
