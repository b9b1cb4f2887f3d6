import { createHash } from 'node:crypto';
import type { EmployeeNews } from '@checkwell/domain/check/employee-news';
import {
  ARBITRATION_PARTIES,
  ARBITRATION_RULINGS,
  type ArbitrationParty,
  type ArbitrationRuling,
  CHECK_LOCATIONS,
  type CheckLocation,
  type CheckOccurence,
  EXCUSE_WITHDRAWALS,
  type ExcuseWithdrawal,
  NO_SHOW_EXCUSES,
  type NonOperableReason,
  type NoShowExcuse,
  PROBLEM_REASONS,
  type ProblemReason,
} from '@checkwell/domain/check/enums';
import { EVIDENCE_FORM } from '@checkwell/domain/check/evidence/evidence';
import type { CheckAction } from '@checkwell/domain/check/lifecycle';
import type { VersionReason } from '@checkwell/domain/check/result/correction';
import { employerPrecision } from '@checkwell/domain/check/times/announcement';
import { type EmployeeMessageChannel, type EmployeeMessageKey, employeeMessageKey } from '@checkwell/domain/check/times/told';
import type { WithWorker } from '@checkwell/domain/check/worker-visibility';
import { type CalendarDay, dayOf, isCalendarDay } from '@checkwell/domain/clock';
import type { InterfaceLanguage } from '@checkwell/domain/constants';
import type { CheckEventRecord, CheckRecord } from '../checks.repository.ts';
import type { CheckEvent, CheckView } from '../checks.view.ts';
import type { EmployeeMessage } from '../messages/checks-employee.repository.ts';
import type { AttemptView } from '../steps/checks-attempts.ts';

/** Steps of the life cycle that are in a pack: what was tried, agreed and answered, and how it ended. */
export const EVIDENCE_ACTIONS = [
  'order',
  'schedule',
  'acceptOffer',
  'reschedule',
  'unschedule',
  'reportProblem',
  'employeeConfirm',
  'employeeMove',
  'employeeReport',
  'employeeDisagree',
  'recordAttempt',
  'leaveCard',
  'resolveProblem',
  'modify',
  'cancel',
  'recordResult',
  'correctResult',
  'recordArbitration',
  'recordRuling',
  'excuseNoShow',
  'withdrawExcuse',
  'markNonOperable',
] as const satisfies readonly (CheckAction | 'order')[];
type EvidenceAction = (typeof EVIDENCE_ACTIONS)[number];

const OF_EMPLOYEE: readonly string[] = ['employeeConfirm', 'employeeMove', 'employeeReport', 'employeeDisagree'] satisfies CheckAction[];
const BY_DOCTOR_AT_THE_DOOR: readonly string[] = ['recordAttempt', 'leaveCard'] satisfies CheckAction[];

const PARTIES = ['employer', 'planner', 'doctor', 'employee', 'system'] as const;
export type Party = (typeof PARTIES)[number];

/** The worker and the check that a pack is about. */
export interface Subject {
  readonly company: string;
  readonly worker: string;
  readonly from: string | null;
  readonly until: string | null;
  readonly place: CheckLocation;
  readonly doctor: string;
  readonly result: CheckOccurence | null;
  readonly newEnd: string | null;
  readonly reason: NonOperableReason | null;
  readonly examinedFrom: string | null;
  readonly examinedTo: string | null;
}

interface Happened {
  /** An instant. */
  readonly at: string;
  readonly by: Party;
  /** What else the log said of it was erased: its term is over. */
  readonly erased?: true;
}

/** Why a result was corrected, and what it was before, with its times: two results may differ in one of these alone. */
export interface Correction {
  readonly reason: VersionReason;
  readonly result: CheckOccurence;
  readonly newEnd: CalendarDay | null;
  readonly earlyReturn: boolean;
  readonly from: string | null;
  readonly to: string | null;
}

/** A line of a pack: facts alone, without words, so that the same chain is in every language. */
export type Entry = Happened &
  (
    | {
        readonly what: EvidenceAction;
        /** Who ordered. */
        readonly name?: string;
        /** An instant; a day where the minute is not told. */
        readonly appointment?: string;
        readonly problem?: ProblemReason;
        readonly correction?: Correction;
        /** Who asked for an arbitrating doctor, and on which day. */
        readonly arbitration?: { readonly by: ArbitrationParty; readonly on: CalendarDay };
        readonly ruling?: { readonly for: ArbitrationRuling; readonly on: CalendarDay };
        /** What excuses a no-show, and when the employee said so. */
        readonly excuse?: { readonly reason: NoShowExcuse; readonly on: CalendarDay };
        readonly withdrawal?: ExcuseWithdrawal;
      }
    | { readonly what: 'onMyWay' | 'arrived' | 'left'; readonly received?: string }
    | {
        readonly what: 'told';
        readonly news: EmployeeNews;
        readonly way: EmployeeMessageKey;
        readonly appointment: string;
        readonly sent: string | null;
        readonly delivered: string | null;
        readonly failed: string | null;
        readonly number: string;
      }
    | {
        readonly what: 'attempt';
        readonly bell: string;
        readonly card: string | null;
        readonly photographed: boolean;
        readonly withinDuty: boolean | null;
        readonly received: string | null;
      }
  );

/** What a pack says, read from the check for the employer: the same regardless of who downloads it. */
export interface EvidenceFacts {
  readonly record: CheckRecord;
  /** The check as an administrator of the employer sees it. */
  readonly check: WithWorker<CheckView>;
  readonly events: readonly CheckEvent[];
  /** The same lines, for the appointments that they name. */
  readonly eventRecords: readonly CheckEventRecord[];
  readonly employeeMessages: readonly EmployeeMessage[];
  readonly attempts: readonly AttemptView[];
  readonly now: Date;
}

/** The worker and the check that the pack is about. */
export const subjectOf = ({ check }: EvidenceFacts): Subject => ({
  company: check.companyName,
  worker: check.workerFullName,
  from: check.incapacityStartDate,
  until: check.incapacityEndDate,
  place: CHECK_LOCATIONS.find((location) => location === check.checkLocation) ?? 'Unknown',
  doctor: check.doctorFullName,
  result: check.checkOccurence,
  newEnd: check.newIncapacityEndDate,
  reason: check.nonOperableReason,
  examinedFrom: check.examinedFrom?.toISOString() ?? null,
  examinedTo: check.examinedTo?.toISOString() ?? null,
});

/** All that happened, oldest first. No text that somebody wrote freely, but the bell: such texts may say something about an illness. */
export function entriesOf(facts: EvidenceFacts): readonly Entry[] {
  const entries = [...eventEntries(facts), ...visitEntries(facts), ...attemptEntries(facts), ...messageEntries(facts)];
  return entries
    .map((entry, place) => ({ entry, place }))
    .toSorted((a, b) => a.entry.at.localeCompare(b.entry.at) || a.place - b.place)
    .map(({ entry }) => entry);
}

/** The minute of an appointment that was never kept is told once it is over, as everywhere (docs/decisions/0051). */
function momentOf({ record, now }: EvidenceFacts, start: Date): string {
  return employerPrecision(record, now) === 'minute' && start <= now ? start.toISOString() : dayOf(start);
}

function eventEntries(facts: EvidenceFacts): Entry[] {
  const details = new Map(facts.eventRecords.map((event) => [event.id, event.details as Readonly<Record<string, unknown>>]));
  return facts.events.flatMap(({ id, at, action, actorKind, actorName, correctionReason, formerResult, detailsErased }): Entry[] => {
    const what = EVIDENCE_ACTIONS.find((known) => known === action);
    // The attempt has an entry of its own, which says more.
    if (!what || (facts.attempts.length > 0 && BY_DOCTOR_AT_THE_DOOR.includes(action))) return [];
    const said = details.get(id) ?? {};
    const { appointmentStart, problemReason } = said;
    const by = OF_EMPLOYEE.includes(action) ? 'employee' : (PARTIES.find((party) => party === actorKind) ?? 'system');
    const problem = PROBLEM_REASONS.find((reason) => reason === problemReason);
    return [
      {
        at: at.toISOString(),
        by,
        what,
        ...(detailsErased && { erased: true }),
        ...(what === 'order' && by === 'employer' && actorName && { name: actorName }),
        ...(typeof appointmentStart === 'string' && { appointment: momentOf(facts, new Date(appointmentStart)) }),
        ...(problem && { problem }),
        ...disputeOf(said),
        ...(correctionReason &&
          formerResult?.checkOccurence && {
            correction: {
              reason: correctionReason,
              result: formerResult.checkOccurence,
              newEnd: formerResult.newIncapacityEndDate,
              earlyReturn: formerResult.earlyReturn ?? false,
              from: formerResult.examinedFrom?.toISOString() ?? null,
              to: formerResult.examinedTo?.toISOString() ?? null,
            },
          }),
      },
    ];
  });
}

/** What the history keeps of arbitration, and of an excuse. */
function disputeOf(details: Readonly<Record<string, unknown>>) {
  const on = (name: string): CalendarDay | null => {
    const value = details[name];
    return typeof value === 'string' && isCalendarDay(value) ? value : null;
  };
  const [askedOn, ruledOn, excusedOn] = [on('arbitrationAskedOn'), on('arbitrationRuledOn'), on('noShowExcusedOn')];
  const by = ARBITRATION_PARTIES.find((party) => party === details.arbitrationAskedBy);
  const ruled = ARBITRATION_RULINGS.find((ruling) => ruling === details.arbitrationRuling);
  const excuse = NO_SHOW_EXCUSES.find((known) => known === details.noShowExcuse);
  const withdrawal = EXCUSE_WITHDRAWALS.find((known) => known === details.excuseWithdrawal);
  return {
    ...(by && askedOn && { arbitration: { by, on: askedOn } }),
    ...(ruled && ruledOn && { ruling: { for: ruled, on: ruledOn } }),
    ...(excuse && excusedOn && { excuse: { reason: excuse, on: excusedOn } }),
    ...(withdrawal && { withdrawal }),
  };
}

/**
 * Entries of the doctor's drive. They are added once the employer knows the time of the visit: nobody who could warn the employee learns it earlier.
 */
function visitEntries({ record, now }: EvidenceFacts): Entry[] {
  if (employerPrecision(record, now) === 'day') return [];
  const marks = [
    ['onMyWay', record.onMyWayAt],
    ['arrived', record.arrivedAt],
    ['left', record.leftAt],
  ] as const;
  const received = record.visitReceivedAt?.toISOString();
  return marks.flatMap(([what, at]) => (at ? [{ at: at.toISOString(), by: 'doctor', what, ...(received && { received }) }] : []));
}

const TOLD_BY = {
  sms: 'system',
  mail: 'system',
  unrecorded: 'system',
  phone: 'planner',
  letter: 'planner',
  card: 'doctor',
  page: 'employee',
} as const satisfies Readonly<Record<EmployeeMessageChannel, Party>>;

const messageEntries = (facts: EvidenceFacts): Entry[] =>
  facts.employeeMessages.map((message) => ({
    at: message.createdAt.toISOString(),
    by: TOLD_BY[message.channel ?? 'sms'],
    what: 'told',
    news: message.news,
    way: employeeMessageKey(message),
    appointment: momentOf(facts, message.appointmentStart),
    sent: message.sentAt?.toISOString() ?? null,
    delivered: message.deliveredAt?.toISOString() ?? null,
    failed: message.failedAt?.toISOString() ?? null,
    number: message.phoneNumber,
  }));

const attemptEntries = (facts: EvidenceFacts): Entry[] =>
  facts.attempts.map((attempt) => ({
    at: attempt.attemptedAt.toISOString(),
    by: 'doctor',
    what: 'attempt',
    ...(attempt.detailsErased && { erased: true }),
    bell: attempt.bell,
    card: attempt.cardStart && momentOf(facts, attempt.cardStart),
    photographed: attempt.photoId !== null,
    withinDuty: attempt.withinDuty,
    received: attempt.receivedAt?.toISOString() ?? null,
  }));

/** Lines with their marks, and the last mark. */
export interface Chain {
  readonly entries: readonly { readonly entry: Entry; readonly mark: string }[];
  readonly head: string;
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Each mark is the SHA-256 of the mark before, a line feed, and the line as JSON; the first is made of the subject alone. */
export function chainOf(subject: Subject, entries: readonly Entry[]): Chain {
  let head = sha256(JSON.stringify(subject));
  const marked = entries.map((entry) => {
    head = sha256(`${head}\n${JSON.stringify(entry)}`);
    return { entry, mark: head };
  });
  return { entries: marked, head };
}

/** What is signed, and what the code of the pack is made of. */
export const statementOf = (checkId: string, language: InterfaceLanguage, issuedAt: Date, head: string): string =>
  ['checkwell evidence', EVIDENCE_FORM, checkId, language, issuedAt.toISOString(), head].join('\n');
