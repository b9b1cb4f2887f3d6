import { CHECK_EVENT_FIELDS, seesCheckEventField } from '@checkwell/domain/check/event-fields';
import {
  CHECK_FIELDS,
  type CheckField,
  type CheckVisibilityFacts,
  checkVisibility,
  roleSeesCheckField,
} from '@checkwell/domain/check/fields';
import { availableActions, type CheckAction, nextActor, refusalOf, type WaitingResultAction } from '@checkwell/domain/check/lifecycle';
import { type EventNote, employerNotes } from '@checkwell/domain/check/notes';
import { isQualityRule, type QualityRule } from '@checkwell/domain/check/quality/quality-rules';
import { employerComment } from '@checkwell/domain/check/result/comment-gate';
import { CORRECTABLE_FIELDS, type CorrectableField, type VersionReason } from '@checkwell/domain/check/result/correction';
import { type View, viewOf } from '@checkwell/domain/fields';
import { type Actor, roleIn } from '@checkwell/domain/policy';
import type { Role } from '@checkwell/domain/roles';
import type { CheckEventRecord, CheckRecord } from './checks.repository.ts';
import type { CheckRow } from './checks-lists.repository.ts';
import { feeBoundsOf, isVisitCharged } from './order/checks-prices.ts';

/** Fields of a check that are computed from others. */
interface Derived {
  readonly availableActions: readonly CheckAction[];
  readonly nextActor: ReturnType<typeof nextActor>;
  /** What cancelling now would cost at most, cents; null when the actor cannot cancel. */
  readonly cancellationFee: number | null;
  /** The same for readers who know the minute of the appointment; for others the least that it would cost. */
  readonly cancellationFeeAtLeast: number | null;
  readonly isLaterRound: boolean;
  readonly visitCharged: boolean;
}

/** A check as one actor sees it: picked by CHECK_FIELDS, so that a column of which nobody said who sees it does not compile. */
export type CheckView = View<typeof CHECK_FIELDS, CheckRecord & Derived> & {
  /** Whether the actor may see the worker's national number, where there is one. */
  readonly showsNiss: boolean;
};

/** A result as it was before it was corrected: what the reader may see of it. */
export type FormerResult = { readonly [Name in CorrectableField]: CheckRecord[Name] | null };

interface DerivedEvent {
  readonly notes: readonly EventNote[];
  readonly correctionReason: VersionReason | null;
  readonly formerResult: FormerResult | null;
  readonly findings: readonly QualityRule[];
}

/** What the history keeps of a result that another version has replaced: by a correction, or a ruling. Instants are text, as JSON has them. */
export interface CorrectionDetails {
  readonly correctionReason: VersionReason;
  readonly former: { readonly [Name in CorrectableField]: Exclude<CheckRecord[Name], Date> | string };
}

/** A result as it is before its next version, for the details of the step: instants become text there. */
export const formerOf = (check: CheckRecord): CorrectionDetails['former'] =>
  // Cast: TypeScript does not relate each name to the type of its own value when an object is made of entries.
  Object.fromEntries(CORRECTABLE_FIELDS.map((name) => [name, check[name]])) as unknown as CorrectionDetails['former'];

/** A line of a check's history as one actor sees it. */
export type CheckEvent = View<typeof CHECK_EVENT_FIELDS, CheckEventRecord & DerivedEvent>;

/** The columns that the conditions of CHECK_FIELDS need; every list reads them. */
const ALWAYS_READ = [
  'id',
  'companyId',
  'version',
  'status',
  'archivedAt',
  'problemOwner',
  'checkLocation',
  'checkOccurence',
  'appointmentEnd',
] as const satisfies readonly (keyof CheckRecord)[];

const OF_ACTIONS = [
  'superiorId',
  'orderedByProfileId',
  'doctorId',
  'problemOwner',
  'commentReview',
  'resultDueAt',
  'resultHeldAt',
  'resultAskedAt',
  'checkOccurence',
  'arbitrationAskedBy',
  'arbitrationRuling',
  'noShowExcuse',
  'erasedAt',
] as const;
const OF_FEE = [
  ...OF_ACTIONS,
  'source',
  'attemptedAt',
  'contractPrice',
  'companyTotalPrice',
  'appointmentStart',
  'appointmentLocation',
  'onMyWayAt',
  'arrivedAt',
  'problemReason',
] as const;
/** The columns that a field is computed from, or that decide whether it is shown, where these are more than the column of its own name. */
const MADE_OF: { readonly [Name in CheckField]?: readonly (keyof CheckRecord)[] } & Readonly<
  Record<keyof Derived, readonly (keyof CheckRecord)[]>
> = {
  availableActions: OF_ACTIONS,
  nextActor: ['problemOwner', 'resultHeldAt', 'resultAskedAt'],
  cancellationFee: OF_FEE,
  cancellationFeeAtLeast: OF_FEE,
  isLaterRound: ['parentCheckId'],
  visitCharged: ['source', 'attemptedAt'],
  employeeId: ['employeeId', 'employeeReached'],
  certificateId: ['certificateId', 'certificateReached'],
  parentCheckId: ['parentCheckId', 'parentCheckReached'],
  archiveComment: ['archiveComment', 'commentReview', 'releasedComment'],
};

/** The columns that a list reads to show these fields; null: all. */
export const readFor = (fields: readonly CheckField[] | null): readonly (keyof CheckRecord)[] | null =>
  fields && [...new Set([...ALWAYS_READ, ...fields.flatMap((field) => MADE_OF[field] ?? [field as keyof CheckRecord])])].toSorted();

/** The check as the actor may see it at `now`. */
export const showCheck = (actor: Actor, record: CheckRecord, now: Date): CheckView => show(actor, record, now, null);

/**
 * A check of a list, of which `fields` were asked for: no others may be read of it.
 * @param row has what `readFor` says
 */
export const showRow = (actor: Actor, row: CheckRow, now: Date, fields: readonly CheckField[] | null): CheckView =>
  show(actor, row as CheckRecord, now, fields);

function show(actor: Actor, record: CheckRecord, now: Date, fields: readonly CheckField[] | null): CheckView {
  const role = roleIn(actor, record.companyId);
  const sees = (field: CheckField) => roleSeesCheckField(role, field, record satisfies CheckVisibilityFacts, now);
  const asks = (field: CheckField) => fields === null || fields.includes(field);
  const derived: Partial<Derived> = {
    ...(asks('availableActions') && { availableActions: availableActions(record, actor) }),
    ...(asks('nextActor') && { nextActor: nextActor(record) }),
    ...((asks('cancellationFee') || asks('cancellationFeeAtLeast')) && fees(actor, record, sees('appointmentStart'), now)),
    ...(asks('visitCharged') && { visitCharged: isVisitCharged(record) }),
    ...(asks('isLaterRound') && { isLaterRound: record.parentCheckId !== null }),
  };
  return {
    ...viewOf(CHECK_FIELDS, record, sees),
    // Fields that were not asked for are not computed; `showRow` guarantees that nobody reads them.
    ...viewOf(CHECK_FIELDS, derived as Derived, sees),
    ...(asks('archiveComment') && actor.kind === 'employer' && { archiveComment: employerComment(record) }),
    showsNiss: sees('workerNISS'),
  };
}

function fees(
  actor: Actor,
  record: CheckRecord,
  seesMinute: boolean,
  now: Date,
): Pick<Derived, 'cancellationFee' | 'cancellationFeeAtLeast'> {
  const fee = refusalOf('cancel', record, actor) === null ? feeBoundsOf(record, seesMinute ? 'minute' : 'day', now) : null;
  return { cancellationFee: fee?.atMost ?? null, cancellationFeeAtLeast: fee?.atLeast ?? null };
}

/**
 * A doctor's words that were withheld, and results before they are there to be read, with what planners and doctors say about them. That one is
 * looked at the employer reads: `holdResult`.
 */
const KEPT_FROM_EMPLOYERS: readonly string[] = [
  ...(['withholdComment', 'releaseResult', 'questionResult', 'confirmResult', 'reviseResult'] satisfies CheckAction[]),
  ...(['submitResult', 'takeBackResult'] satisfies WaitingResultAction[]),
];

/** Histories as the actor may see them: neither a doctor's words nor what was withheld reach the employer this way. */
export const showEvents = (actor: Actor, events: readonly CheckEventRecord[], now: Date): readonly CheckEvent[] =>
  events
    .filter(({ action }) => actor.kind !== 'employer' || !KEPT_FROM_EMPLOYERS.includes(action))
    .map((event) => showEvent(actor, event, now));

function showEvent(actor: Actor, event: CheckEventRecord, now: Date): CheckEvent {
  const sees = (field: keyof typeof CHECK_EVENT_FIELDS) => seesCheckEventField(actor, field, event, now);
  const {
    notes = [],
    correctionReason = null,
    former,
    qualityFindings = [],
  } = event.details as Partial<CorrectionDetails> & {
    readonly notes?: readonly EventNote[];
    readonly qualityFindings?: readonly string[];
  };
  const derived: DerivedEvent = {
    notes: actor.kind === 'employer' ? employerNotes(notes) : notes,
    correctionReason,
    formerResult: former === undefined ? null : formerResult(roleIn(actor, event.companyId), former),
    findings: qualityFindings.filter(isQualityRule),
  };
  return { ...viewOf(CHECK_EVENT_FIELDS, event, sees), ...viewOf(CHECK_EVENT_FIELDS, derived, sees) };
}

/** A condition is about the check as it is now: what hangs on one is nobody's here. */
function formerResult(role: Role, former: CorrectionDetails['former']): FormerResult {
  const instantOf = (value: string | null) => (value === null ? null : new Date(value));
  const values = { ...former, examinedFrom: instantOf(former.examinedFrom), examinedTo: instantOf(former.examinedTo) };
  const seen = CORRECTABLE_FIELDS.map((name) => [name, checkVisibility(name, role) === true ? values[name] : null] as const);
  return Object.fromEntries(seen) as unknown as FormerResult; // cast as in `formerOf`
}
