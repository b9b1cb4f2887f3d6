import * as z from 'zod/mini';
import type { EmployeeDeadlineCode } from '../check/deadlines/deadlines.ts';
import type { ArbitrationParty, ArbitrationRuling, CheckLocation, NoShowExcuse } from '../check/enums.ts';
import type { CheckAction } from '../check/lifecycle.ts';
import type { CorrectionReason } from '../check/result/correction.ts';
import { addDays, type CalendarDay, dayOf } from '../clock.ts';
import type { LawSource } from '../law/dated.ts';
import type { KmRate } from '../law/km-rate.ts';
import type { WorkerLanguage } from '../people/enums.ts';
import type { SendingState, SentCertificateState } from './certificate.ts';
import type { MoveState } from './move.ts';
import type { ClaimPayment, TravelClaimState, TravelMeans } from './travel-claim.ts';

/**
 * API of the employee's page: REST under `/v1/api`, without a session; the token in the link of a message gives access (docs/decisions/0066).
 *
 * GET  /employee-page/{token}           → 200 `EmployeePage`; changes nothing
 * POST /employee-page/{token}/confirm   `EmployeeConfirmInput` → 200 `EmployeePage`
 * POST /employee-page/{token}/opened    `EmployeeConfirmInput` → 204; records the first time for this appointment (docs/decisions/0106)
 * POST /employee-page/{token}/report    `EmployeeReportInput` → 200 `EmployeePage`
 * POST /employee-page/{token}/address   `EmployeeAddress` (address.ts) → 200 `EmployeePage`, which does not contain the address
 * POST /employee-page/{token}/move      `EmployeeMoveInput` → 200 `EmployeePage`
 * POST /employee-page/{token}/disagree  no body → 200 `EmployeePage`. Idempotent
 * POST /employee-page/{token}/certificates?fileName=…&startDate=…&endDate=…
 *                                       the body is the file → 200 `EmployeePage`; sending the same file again only changes its period
 * GET  /employee-page/{token}/evidence.pdf?language=…
 *                                       → 200, the evidence pack of an archived check
 * POST /employee-page/{token}/travel    `TravelClaimInput` (travel-claim-rule.ts) → 200 `EmployeePage`; the same claim again changes nothing
 * POST /employee-page/{token}/travel/receipt?fileName=…
 *                                       the body is the file → 200 `EmployeePage`
 * 404 `entity.notFound`: the link is unknown or has expired, or was sent to a number that is no longer the employee's.
 * 409 `check.actionNotAllowed`: the appointment is not the one that the page showed, or the check is over; `check.doctorBusy`: the new time is no longer
 *     free; `entity.changedMeanwhile`: the claim was corrected elsewhere.
 */
export const EMPLOYEE_PAGE_PATH = '/v1/api/employee-page';

/** 128 bits in base64url, to keep text messages short. */
export const EMPLOYEE_TOKEN = /^[A-Za-z0-9_-]{22}$/;

/** Path of the page of a link. */
export const employeePagePath = (token: string): string => `/w/${token}`;

/** Path of the evidence pack of the check of a link, once it is archived (check/evidence/evidence.ts). */
export const employeeEvidencePath = (token: string): string => `${EMPLOYEE_PAGE_PATH}/${token}/evidence.pdf`;

/** Days for which a link still works after its check was archived, or after the last later step that the page shows. */
export const EMPLOYEE_LINK_DAYS = 30;

/** Steps after the end of a check that restart these days. */
export const EMPLOYEE_LINK_STEPS = [
  'correctResult',
  'employeeDisagree',
  'recordArbitration',
  'recordRuling',
  'excuseNoShow',
  'withdrawExcuse',
] as const satisfies readonly CheckAction[];

/** The last day on which a link works; null: its check is not archived. @param lastStepAt last step of `EMPLOYEE_LINK_STEPS`; null: none */
export function lastLinkDay(archivedAt: Date | null, lastStepAt: Date | null): CalendarDay | null {
  if (archivedAt === null) return null;
  return addDays(dayOf(lastStepAt !== null && lastStepAt > archivedAt ? lastStepAt : archivedAt), EMPLOYEE_LINK_DAYS);
}

/** Reasons that an employee can report for not coming. Each becomes the reason of a problem (domain.md 4.3). */
export const EMPLOYEE_REPORTS = ['Hospitalised', 'WorkerAbroad', 'WorkerResumed'] as const;
export type EmployeeReport = (typeof EMPLOYEE_REPORTS)[number];

/**
 * Expected: there is an appointment in the future. Begun: the appointment has begun, and no result is recorded yet. Unsettled: there is no announced
 * appointment. Cancelled: the check was cancelled. Examined, NotExamined: how the check ended.
 */
export const EMPLOYEE_PAGE_STATES = ['Expected', 'Begun', 'Unsettled', 'Cancelled', 'Examined', 'NotExamined'] as const;
export type EmployeePageState = (typeof EMPLOYEE_PAGE_STATES)[number];

/** Groups of users who read the employee's file; the single users are only in the access log. */
export const FILE_READERS = ['employer', 'provider', 'doctor'] as const;
export type FileReader = (typeof FILE_READERS)[number];

export interface EmployeeDeadline {
  readonly code: EmployeeDeadlineCode;
  readonly params: Readonly<Record<string, string | number>>;
  /** Until 24:00, Belgian time. */
  readonly lastDay: string | null;
  readonly isOver: boolean;
  readonly source: Pick<LawSource, 'act' | 'article' | 'address'>;
}

/** What the employee's page shows: no names except the doctor's and the arbitrating doctor's, no home address, nothing medical. */
export interface EmployeePage {
  readonly state: EmployeePageState;
  readonly language: WorkerLanguage;
  readonly companyName: string;
  readonly provider: { readonly name: string; readonly address: string; readonly phoneNumber: string; readonly email: string };
  /** The current appointment; null: there is none, or it is not announced (docs/decisions/0051). */
  readonly appointment: {
    readonly start: string;
    readonly end: string;
    readonly checkLocation: CheckLocation;
    readonly doctorFullName: string;
    /** The address of the practice; empty for a video call. */
    readonly address: string;
  } | null;
  /** When the employee confirmed the current appointment. */
  readonly confirmedAt: string | null;
  /** Whether the employee can move the appointment, and to which times; null: no appointment in the future. */
  readonly move: { readonly state: MoveState; readonly slots: readonly string[] } | null;
  /** What the employee reported; null: nothing, or the problem was solved. */
  readonly reported: EmployeeReport | null;
  /** When the employee last reported an address; never the address itself, which a finder of the phone could read. */
  readonly addressSaidAt: string | null;
  /** Certificates that the employee sent, oldest first; never the file, which a finder of the phone could read. */
  readonly certificates: {
    readonly sending: SendingState;
    readonly sent: readonly {
      readonly sentAt: string;
      readonly startDate: string;
      readonly endDate: string;
      readonly state: SentCertificateState;
    }[];
  };
  /** The claim for travel to the practice; null: nothing can be claimed. Never the full account number. */
  readonly travel: {
    /** Whether a claim can be made or corrected. */
    readonly isOpen: boolean;
    /** There and back; null: the distance is not known. */
    readonly suggestedKm: number | null;
    /** The rate on the day of the examination; null: nothing can be claimed any more. */
    readonly kmRate: KmRate | null;
    readonly claim: ShownTravelClaim | null;
  } | null;
  /** The findings of an examination; null: none. */
  readonly findings: {
    readonly examinedOn: string;
    /** Confirmed: incapacity until `day`. Fit: considered fit from `day`. */
    readonly outcome: 'Confirmed' | 'Fit';
    readonly day: string;
    /** The last day on which the employee can disagree; if the law can be read in two ways, the earlier one (law/absence-rules.ts). */
    readonly disagreeUntil: string;
    /** That day has passed: only the labour court can still decide. */
    readonly disagreeOver: boolean;
    /** When and why the doctor last corrected the findings (docs/decisions/0078); null: never. */
    readonly corrected: { readonly at: string; readonly reason: CorrectionReason } | null;
    /** The employee's disagreement: `at` is when it was given on this page, null if it was told to the doctor; null: none. */
    readonly disagreement: { readonly at: string | null } | null;
    /** The arbitration and its ruling, which `outcome` and `day` follow (docs/decisions/0109); null: none. */
    readonly arbitration: {
      readonly askedBy: ArbitrationParty;
      readonly askedOn: string;
      readonly arbiterName: string;
      readonly ruling: { readonly for: ArbitrationRuling; readonly on: string } | null;
    } | null;
  } | null;
  /** The excuse for a no-show, and the day on which it was given (docs/decisions/0073); null: none. */
  readonly excuse: { readonly reason: NoShowExcuse; readonly on: string } | null;
  /** Legal terms that concern the employee (docs/decisions/0068); texts: `employeeDeadlines`. */
  readonly deadlines: readonly EmployeeDeadline[];
  /** Who has read the file, the latest first; one entry for each group of users and day. */
  readonly readers: readonly { readonly day: string; readonly reader: FileReader }[];
}

/** A travel claim as shown to the employee. */
export interface ShownTravelClaim {
  readonly version: number;
  readonly state: TravelClaimState;
  readonly means: TravelMeans;
  readonly km: number | null;
  readonly amountCents: number;
  readonly reason: string;
  readonly payment: ClaimPayment;
  /** The last digits of the account number; null: paid with the wages. */
  readonly ibanEnd: string | null;
  readonly hasReceipt: boolean;
  /** Malware was found in the receipt, so `hasReceipt` is false. */
  readonly receiptInfected: boolean;
  readonly claimedAt: string;
  readonly paidOn: string | null;
  readonly paidCents: number | null;
  /** Why HR refused it, or paid another amount. */
  readonly decisionReason: string;
}

export const employeeTokenRule = z.strictObject({ token: z.string().check(z.regex(EMPLOYEE_TOKEN)) });

/** The appointment that the page showed, so that one moved meanwhile is not confirmed. */
export const employeeConfirmRule = z.strictObject({ appointmentStart: z.iso.datetime() });
export const employeeReportRule = z.strictObject({ report: z.enum(EMPLOYEE_REPORTS) });
/** The appointment that the page showed, and the chosen time among those offered. */
export const employeeMoveRule = z.strictObject({ appointmentStart: z.iso.datetime(), newStart: z.iso.datetime() });
