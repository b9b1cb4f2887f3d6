import type { CertificateType, IncapacityType } from '../../certificate/enums.ts';
import type { CalendarDay } from '../../clock.ts';
import { arbiterRulingDeadline, type CompanyFacts } from '../../law/absence-rules.ts';
import { availabilityLimits } from '../../law/availability.ts';
import type { PastAbsence } from '../../law/certificate-type.ts';
import { findRule, type LawSource } from '../../law/dated.ts';
import { arbitrationClock } from '../../law/deadlines/arbitration.ts';
import { dutyDays, holds, type StayAtHomeDuty, windowOn } from '../../law/deadlines/availability-window.ts';
import { isTermOver } from '../../law/deadlines/end-of-day.ts';
import { INDEPENDENCE_DECLARATION, WRITTEN_FINDINGS } from '../../law/deadlines/findings.ts';
import { guaranteedPay } from '../../law/deadlines/guaranteed-pay.ts';
import { noCertificateDays } from '../../law/deadlines/no-certificate.ts';
import type { AvailabilityBasis } from '../../people/work-rules.ts';
import type { ArbitrationRuling, CheckLocation, CheckOccurence, CheckStatus } from '../enums.ts';
import { type OutcomeFacts, outcomeOf } from '../result/outcome.ts';
import { isExamined } from '../result/result.ts';
import { isAnnounced } from '../times/announcement.ts';

/** Whom a deadline concerns. The employee has no account and no role, and reads the deadlines on the employee's page. */
export const DEADLINE_READERS = ['employer', 'planner', 'doctor', 'employee'] as const;
export type DeadlineReader = (typeof DEADLINE_READERS)[number];

/**
 * The deadlines of a check and their readers, in the order in which they are shown. Their texts are `<reader>.<code>` in the namespace `deadlines`,
 * and `<code>` in `employeeDeadlines` for the employee. The guaranteed pay that is left and the used days without certificate reveal earlier
 * absences, so only the employer, who knows the register, and the employee read them.
 */
export const DEADLINES = {
  arbitration: ['employer', 'doctor', 'employee'],
  arbitrationRuling: ['employer', 'employee'],
  /** Once arbitration was requested: counted from that day. */
  rulingDue: ['employer', 'employee'],
  findings: ['doctor', 'employee'],
  declaration: ['doctor'],
  outsideStayAtHome: ['planner'],
  stayAtHome: ['planner', 'employee'],
  stayAtHomeOver: ['planner'],
  relapse: ['employer', 'employee'],
  guaranteedPay: ['employer', 'employee'],
  payLeft: ['employer', 'employee'],
  payUsedUp: ['employer', 'employee'],
  payLeftUnknown: ['employer', 'employee'],
  noCertificateDay: ['employer', 'employee'],
  noCertificateUsedUp: ['employer', 'employee'],
  certificateFromFirstDay: ['employer', 'employee'],
} as const satisfies Readonly<Record<string, readonly DeadlineReader[]>>;
export type DeadlineCode = keyof typeof DEADLINES;
export const DEADLINE_CODES = Object.keys(DEADLINES) as readonly DeadlineCode[];

/** The message key, in the namespace `deadlines`, of a deadline for one reader. */
export type DeadlineSentence<Reader extends DeadlineReader = DeadlineReader> = {
  [Code in DeadlineCode]: `${Extract<(typeof DEADLINES)[Code][number], Reader>}.${Code}`;
}[DeadlineCode];
/** The deadlines that employees read: keys of the namespace `employeeDeadlines`, which exists in German too. */
export type EmployeeDeadlineCode = {
  [Code in DeadlineCode]: 'employee' extends (typeof DEADLINES)[Code][number] ? Code : never;
}[DeadlineCode];

export const EMPLOYEE_DEADLINE_CODES = DEADLINE_CODES.filter((code): code is EmployeeDeadlineCode =>
  (DEADLINES[code] as readonly DeadlineReader[]).includes('employee'),
);

export interface Deadline {
  readonly code: DeadlineCode;
  readonly reader: DeadlineReader;
  /** Values of its message: calendar days, times HH:MM, numbers. */
  readonly params: Readonly<Record<string, string | number>>;
  /** The last day, until 24:00; null if the law sets none. */
  readonly lastDay: CalendarDay | null;
  /** Whether that day is over. */
  readonly isOver: boolean;
  readonly source: LawSource;
}

/** The facts of a check on which its deadlines depend, as far as the reader sees them. */
export interface DeadlineCheck extends OutcomeFacts {
  readonly status: CheckStatus;
  readonly checkLocation: CheckLocation;
  readonly checkOccurence: CheckOccurence | null;
  readonly workerDisagreement: boolean;
  readonly arbitrationAskedOn: CalendarDay | null;
  readonly arbitrationRuling: ArbitrationRuling | null;
  readonly incapacityType: IncapacityType;
  readonly certificateType: CertificateType;
  readonly authorizedExit: boolean;
  /** null: no appointment yet, or its time is hidden from the reader. */
  readonly appointmentStart: Date | null;
  readonly appointmentEnd: Date | null;
  /** When the submitted result becomes a report; null: no result is pending, or it is hidden from the reader. */
  readonly resultDueAt: Date | null;
}

const FACTS: Readonly<Record<keyof DeadlineCheck, true>> = {
  status: true,
  checkLocation: true,
  checkOccurence: true,
  nonOperableReason: true,
  earlyReturn: true,
  checkDate: true,
  incapacityStartDate: true,
  incapacityEndDate: true,
  newIncapacityEndDate: true,
  incapacityType: true,
  certificateType: true,
  authorizedExit: true,
  workerDisagreement: true,
  arbitrationAskedOn: true,
  arbitrationRuling: true,
  appointmentStart: true,
  appointmentEnd: true,
  resultDueAt: true,
};

/** The fields of DeadlineCheck, for queries; a field missing from FACTS is a compile error. */
export const DEADLINE_FACTS = Object.keys(FACTS) as readonly (keyof DeadlineCheck)[];

/**
 * The check as far as its employee may know it: without the appointment of an unannounced home visit (docs/decisions/0051), and without a
 * pending result.
 */
export const asEmployeeKnows = (check: DeadlineCheck): DeadlineCheck => ({
  ...check,
  resultDueAt: null,
  ...(check.status !== 'Archived' &&
    !isAnnounced(check.checkLocation) && { status: 'Planning', checkDate: null, appointmentStart: null, appointmentEnd: null }),
});

/** Facts beyond the check; null: unknown or hidden from the reader, so that deadlines which depend on the fact are left out. */
export interface DeadlineContext {
  readonly now: Date;
  readonly today: CalendarDay;
  readonly company: CompanyFacts | null;
  readonly duty: (StayAtHomeDuty & { readonly availabilityBasis: AvailabilityBasis }) | null;
  /** The worker's other recorded absences. */
  readonly history: readonly PastAbsence[] | null;
}

type Found = Pick<Deadline, 'code' | 'params' | 'lastDay' | 'source'>;

/** The deadlines of a check that concern the reader, in the order of DEADLINES. Deadlines that depend on unknown facts are left out. */
export function deadlinesOf(reader: DeadlineReader, check: DeadlineCheck, context: DeadlineContext): readonly Deadline[] {
  const found = [
    ...arbitration(check),
    ...findings(check),
    ...stayAtHome(check, context),
    ...pay(check, context),
    ...noCertificate(check, context),
  ];
  return DEADLINE_CODES.filter((code) => (DEADLINES[code] as readonly DeadlineReader[]).includes(reader)).flatMap((code) =>
    found
      .filter((deadline) => deadline.code === code)
      .map((deadline) => ({ ...deadline, reader, isOver: deadline.lastDay !== null && isTermOver(deadline.lastDay, context.now) })),
  );
}

/**
 * Whether arbitration about the findings makes sense: the worker was found fit before the certified end, or was not and disagrees with the findings.
 */
export const isDisputable = (check: OutcomeFacts & { readonly workerDisagreement: boolean }): boolean => {
  const { key } = outcomeOf(check);
  return key === 'fit' || (key === 'confirmed' && check.workerDisagreement);
};

/** The terms start on the day of the examination, because the findings are handed over there (`resultRule` requires it). */
function arbitration(check: DeadlineCheck): readonly Found[] {
  const { status, checkDate, workerDisagreement, arbitrationAskedOn, arbitrationRuling } = check;
  // A ruling is final.
  if (status !== 'Archived' || checkDate === null || arbitrationRuling !== null) return [];
  const clock = arbitrationAskedOn !== null || isDisputable(check) ? arbitrationClock(checkDate) : null;
  if (!clock) return [];
  const { source } = clock;
  if (arbitrationAskedOn !== null) {
    const until = arbiterRulingDeadline(arbitrationAskedOn);
    return [{ code: 'rulingDue', params: { until }, lastDay: until, source }];
  }
  const { designateBy, rulingBy } = clock;
  return [
    { code: 'arbitration', params: { until: designateBy }, lastDay: designateBy, source },
    ...(workerDisagreement ? [{ code: 'arbitrationRuling', params: { until: rulingBy }, lastDay: rulingBy, source } as const] : []),
  ];
}

/** The doctor's duties of handing over papers, before the examination. Afterwards the report says that they were handed over. */
function findings({ status, checkDate, resultDueAt }: DeadlineCheck): readonly Found[] {
  if (status !== 'WaitingForCheck' || checkDate === null || resultDueAt !== null) return [];
  const written = findRule(WRITTEN_FINDINGS, checkDate);
  const declaration = findRule(INDEPENDENCE_DECLARATION, checkDate);
  return [
    ...(written ? [{ code: 'findings', params: {}, lastDay: null, source: written.source } as const] : []),
    ...(declaration
      ? [{ code: 'declaration', params: { copies: declaration.value.copies }, lastDay: null, source: declaration.source } as const]
      : []),
  ];
}

/** The hours at home, for a check that is not archived. Not for a prolongation: the first days of its absence are not known from it. */
function stayAtHome(check: DeadlineCheck, { duty, today }: DeadlineContext): readonly Found[] {
  const { status, incapacityStartDate, certificateType, checkDate, checkLocation, authorizedExit, appointmentStart, appointmentEnd } =
    check;
  const source = availabilityLimits(incapacityStartDate)?.source;
  if (status === 'Archived' || duty === null || source === undefined || certificateType === 'Prolongation' || certificateType === 'Unknown')
    return [];
  const { firstDay, lastDay } = dutyDays(duty, incapacityStartDate);
  const { availabilityFrom: from, availabilityTo: to, availabilityBasis: basis } = duty;
  const params = { from, to, start: firstDay, end: lastDay, basis };
  const atHome = checkLocation === 'House';
  if (checkDate === null) return today <= lastDay ? [{ code: 'stayAtHome', params, lastDay, source }] : [];
  const window = windowOn(duty, incapacityStartDate, checkDate);
  if (window === null) {
    // A worker who may not leave home is there even after the last day of the duty.
    const isWorthSaying = atHome && authorizedExit && checkDate > lastDay;
    return isWorthSaying ? [{ code: 'stayAtHomeOver', params: { ...params, day: checkDate }, lastDay, source }] : [];
  }
  const isOutside = atHome && appointmentStart !== null && appointmentEnd !== null && !holds(window, appointmentStart, appointmentEnd);
  return [
    ...(isOutside ? [{ code: 'outsideStayAtHome', params: { ...params, day: checkDate }, lastDay: null, source } as const] : []),
    { code: 'stayAtHome', params, lastDay, source },
  ];
}

/** Guaranteed pay and relapse, unless the absence is disputed: if the worker was found fit or evaded the check, this calculation does not apply. */
function pay(check: DeadlineCheck, { history }: DeadlineContext): readonly Found[] {
  const { key } = outcomeOf(check);
  if (history === null || !(check.status !== 'Archived' || key === 'confirmed')) return [];
  const due = guaranteedPay(absenceOf(check), history);
  switch (due?.kind) {
    case undefined:
      return [];
    case 'full': {
      const { from, until, days, source } = due;
      return [{ code: 'guaranteedPay', params: { from, until, days }, lastDay: until, source }];
    }
    case 'relapse': {
      const { window, daysLeft, until, otherwiseUntil, from, source } = due;
      const relapse = {
        code: 'relapse',
        params: { from, end: window.previousEnd, days: window.days, lastDay: window.lastDay },
        lastDay: null,
        source: window.source,
      } as const;
      const otherwise = { otherwise: otherwiseUntil };
      if (daysLeft === null) return [relapse, { code: 'payLeftUnknown', params: otherwise, lastDay: null, source }];
      if (until === null) return [relapse, { code: 'payUsedUp', params: otherwise, lastDay: null, source }];
      return [relapse, { code: 'payLeft', params: { ...otherwise, left: daysLeft, until }, lastDay: until, source }];
    }
  }
}

/** The quota of days without certificate, for a check of such a day. */
function noCertificate(check: DeadlineCheck, { company, history }: DeadlineContext): readonly Found[] {
  if (check.certificateType !== 'NoCertif' || company === null || history === null) return [];
  if (check.status === 'Archived' && (check.checkOccurence === null || !isExamined(check.checkOccurence))) return [];
  const { used, quota, year, optedOutBelow, source } = noCertificateDays(check.incapacityStartDate, history, company);
  if (source === null) return [];
  if (optedOutBelow !== null) return [{ code: 'certificateFromFirstDay', params: { staff: optedOutBelow }, lastDay: null, source }];
  // Before 2022 the law had no days without certificate.
  if (quota === 0) return [];
  return used < quota
    ? [{ code: 'noCertificateDay', params: { number: used + 1, quota, year }, lastDay: null, source }]
    : [{ code: 'noCertificateUsedUp', params: { quota, year }, lastDay: null, source }];
}

const absenceOf = ({ incapacityStartDate, incapacityEndDate, incapacityType, certificateType }: DeadlineCheck): PastAbsence => ({
  startDate: incapacityStartDate,
  endDate: incapacityEndDate,
  incapacityReason: incapacityType,
  certifType: certificateType,
  entryType: certificateType === 'NoCertif' ? 'ABSENCE_DECLARATION' : 'MEDICAL_CERTIFICATE',
});
