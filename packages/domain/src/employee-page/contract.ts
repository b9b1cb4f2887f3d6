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
 * The wire of the employee's page: REST under `/v1/api`, without a session; the link of a message is the key (docs/decisions/0066).
 *
 * GET  /employee-page/{token}           → 200 `EmployeePage`; changes nothing
 * POST /employee-page/{token}/confirm   `EmployeeConfirmInput` → 200 `EmployeePage`
 * POST /employee-page/{token}/opened    `EmployeeConfirmInput` → 204; the first time of this appointment is kept (docs/decisions/0106)
 * POST /employee-page/{token}/report    `EmployeeReportInput` → 200 `EmployeePage`
 * POST /employee-page/{token}/address   `EmployeeAddress` (address.ts) → 200 `EmployeePage`; what was said is shown to nobody here
 * POST /employee-page/{token}/move      `EmployeeMoveInput` → 200 `EmployeePage`
 * POST /employee-page/{token}/disagree  no body → 200 `EmployeePage`. Idempotent
 * POST /employee-page/{token}/certificates?fileName=…&startDate=…&endDate=…
 *                                       the body is the file → 200 `EmployeePage`; the same file again changes its days alone
 * GET  /employee-page/{token}/evidence.pdf?language=…
 *                                       → 200, the evidence pack of a check that has ended
 * POST /employee-page/{token}/travel    `TravelClaimInput` (travel-claim-rule.ts) → 200 `EmployeePage`; the same claim again changes nothing
 * POST /employee-page/{token}/travel/receipt?fileName=…
 *                                       the body is the file → 200 `EmployeePage`
 * 404 `entity.notFound`: no link, one that has ended, or one of a number that is not the employee's any more.
 * 409 `check.actionNotAllowed`: the appointment is not what the page showed, or the check is over; `check.doctorBusy`: the new time is not free any more;
 *     `entity.changedMeanwhile`: the claim was corrected elsewhere.
 */
export const EMPLOYEE_PAGE_PATH = '/v1/api/employee-page';

/** 128 bits in base64url: each character counts in a text message. */
export const EMPLOYEE_TOKEN = /^[A-Za-z0-9_-]{22}$/;

/** The page of a link. */
export const employeePagePath = (token: string): string => `/w/${token}`;

/** The evidence pack of the check behind a link, once it has ended (check/evidence/evidence.ts). */
export const employeeEvidencePath = (token: string): string => `${EMPLOYEE_PAGE_PATH}/${token}/evidence.pdf`;

/** Days for which a link still opens after its check has ended, or after the last step that the employee reads about on the page. */
export const EMPLOYEE_LINK_DAYS = 30;

/** Steps after the end of a check from which those days run again. */
export const EMPLOYEE_LINK_STEPS = [
  'correctResult',
  'employeeDisagree',
  'recordArbitration',
  'recordRuling',
  'excuseNoShow',
  'withdrawExcuse',
] as const satisfies readonly CheckAction[];

/** The last day on which a link opens; null: its check has not ended. @param lastStepAt of `EMPLOYEE_LINK_STEPS`; null: there was none */
export function lastLinkDay(archivedAt: Date | null, lastStepAt: Date | null): CalendarDay | null {
  if (archivedAt === null) return null;
  return addDays(dayOf(lastStepAt !== null && lastStepAt > archivedAt ? lastStepAt : archivedAt), EMPLOYEE_LINK_DAYS);
}

/** What an employee may say instead of coming. Each is a reason of a problem (domain.md 4.3), never a reproach. */
export const EMPLOYEE_REPORTS = ['Hospitalised', 'WorkerAbroad', 'WorkerResumed'] as const;
export type EmployeeReport = (typeof EMPLOYEE_REPORTS)[number];

/**
 * Expected: an appointment is to come. Begun: its time has come, and nothing is recorded yet. Unsettled: there is no appointment that the
 * employee could be told of. Cancelled: none will come of this check. Examined and NotExamined: how it ended.
 */
export const EMPLOYEE_PAGE_STATES = ['Expected', 'Begun', 'Unsettled', 'Cancelled', 'Examined', 'NotExamined'] as const;
export type EmployeePageState = (typeof EMPLOYEE_PAGE_STATES)[number];

/** Whose people looked at the file; who of them is in the access log only. */
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

/** What an employee reads: nobody's name but the doctor's, no address of theirs, nothing medical. */
export interface EmployeePage {
  readonly state: EmployeePageState;
  readonly language: WorkerLanguage;
  readonly companyName: string;
  readonly provider: { readonly name: string; readonly address: string; readonly phoneNumber: string; readonly email: string };
  /** Only of a current appointment and is announced (docs/decisions/0051). */
  readonly appointment: {
    readonly start: string;
    readonly end: string;
    readonly checkLocation: CheckLocation;
    readonly doctorFullName: string;
    /** Of the practice; empty for a video call. */
    readonly address: string;
  } | null;
  /** When the employee confirmed this very appointment. */
  readonly confirmedAt: string | null;
  /** Of an appointment to come: whether the employee can move it, and to which times; null without one. */
  readonly move: { readonly state: MoveState; readonly slots: readonly string[] } | null;
  /** What the employee reported; null: nothing, or it was settled. */
  readonly reported: EmployeeReport | null;
  /** When the employee last said where they stay; never what: whoever finds the telephone would read it. */
  readonly addressSaidAt: string | null;
  /** What the employee sent of certificates, oldest first; never the file: whoever finds the telephone would read it. */
  readonly certificates: {
    readonly sending: SendingState;
    readonly sent: readonly {
      readonly sentAt: string;
      readonly startDate: string;
      readonly endDate: string;
      readonly state: SentCertificateState;
    }[];
  };
  /** What the employee asks back for the way to the practice; null where nothing is to be claimed. Never the account number in full. */
  readonly travel: {
    /** Whether it can be claimed, or corrected. */
    readonly isOpen: boolean;
    /** There and back; null where the way is not known. */
    readonly suggestedKm: number | null;
    /** Of the day of the examination; null where nothing can be claimed any more. */
    readonly kmRate: KmRate | null;
    readonly claim: ShownTravelClaim | null;
  } | null;
  /** Of an examination. */
  readonly findings: {
    readonly examinedOn: string;
    /** Confirmed: incapacity until `day`. Fit: considered fit from `day`. */
    readonly outcome: 'Confirmed' | 'Fit';
    readonly day: string;
    /** The last day, as the safe reading counts it (law/absence-rules.ts). */
    readonly disagreeUntil: string;
    /** When and why the doctor last corrected them (docs/decisions/0078); null: never. */
    readonly corrected: { readonly at: string; readonly reason: CorrectionReason } | null;
    /** That the employee does not agree: said here at that moment, or to the doctor (`at` null); null: neither. */
    readonly disagreement: { readonly at: string | null } | null;
    /** Who asked for an arbitrating doctor, and the ruling, which `outcome` and `day` follow (docs/decisions/0109); null: nobody. */
    readonly arbitration: {
      readonly askedBy: ArbitrationParty;
      readonly askedOn: string;
      readonly arbiterName: string;
      readonly ruling: { readonly for: ArbitrationRuling; readonly on: string } | null;
    } | null;
  } | null;
  /** What excuses that the employee missed the examination, and when it was said (docs/decisions/0073); null: nothing. */
  readonly excuse: { readonly reason: NoShowExcuse; readonly on: string } | null;
  /** Terms of the law that concern the employee (docs/decisions/0068); sentences: `employeeDeadlines`. */
  readonly deadlines: readonly EmployeeDeadline[];
  /** The latest first; one line for each kind of reader and day. */
  readonly readers: readonly { readonly day: string; readonly reader: FileReader }[];
}

/** A claim as the employee reads it. */
export interface ShownTravelClaim {
  readonly version: number;
  readonly state: TravelClaimState;
  readonly means: TravelMeans;
  readonly km: number | null;
  readonly amountCents: number;
  readonly reason: string;
  readonly payment: ClaimPayment;
  /** The end of the account number; null: with the wages. */
  readonly ibanEnd: string | null;
  readonly hasReceipt: boolean;
  /** Malware was found in the receipt that was sent: it counts as none. */
  readonly receiptInfected: boolean;
  readonly claimedAt: string;
  readonly paidOn: string | null;
  readonly paidCents: number | null;
  /** Why HR refused it, or paid another amount. */
  readonly decisionReason: string;
}

export const employeeTokenRule = z.strictObject({ token: z.string().check(z.regex(EMPLOYEE_TOKEN)) });

/** Which appointment the employee saw: nobody confirms one that was moved meanwhile. */
export const employeeConfirmRule = z.strictObject({ appointmentStart: z.iso.datetime() });
export const employeeReportRule = z.strictObject({ report: z.enum(EMPLOYEE_REPORTS) });
/** From which appointment to which of the times that the page offered. */
export const employeeMoveRule = z.strictObject({ appointmentStart: z.iso.datetime(), newStart: z.iso.datetime() });
