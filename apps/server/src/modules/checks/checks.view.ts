import { CHECK_EVENT_FIELDS, seesCheckEventField } from '@checkwell/domain/check/event-fields';
import { CHECK_FIELDS, type CheckVisibilityFacts, seesCheckField } from '@checkwell/domain/check/fields';
import { availableActions, type CheckAction, nextActor, WAITING_RESULT_ACTIONS } from '@checkwell/domain/check/lifecycle';
import { type EventNote, employerNotes } from '@checkwell/domain/check/notes';
import { employerComment } from '@checkwell/domain/check/result/comment-gate';
import { type View, viewOf } from '@checkwell/domain/fields';
import { type Actor, reachOf } from '@checkwell/domain/policy';
import type { CheckEventRecord, CheckRecord } from './checks.repository.ts';
import { feeBoundsOf } from './order/checks.prices.ts';

/** What of a check follows from the rest of it. */
interface Derived {
  readonly availableActions: readonly CheckAction[];
  readonly nextActor: ReturnType<typeof nextActor>;
  /** What cancelling now would cost at most, cents; null when the actor cannot cancel. */
  readonly cancellationFee: number | null;
  /** The same to whoever knows the minute of the appointment; else what it would cost at least. */
  readonly cancellationFeeAtLeast: number | null;
  readonly isLaterRound: boolean;
}

/** A check as one actor sees it: picked by CHECK_FIELDS, so that a column of which nobody said who sees it does not compile. */
export type CheckView = View<typeof CHECK_FIELDS, CheckRecord & Derived> & {
  /** Whether the actor may see the worker's national number, where there is one. */
  readonly showsNiss: boolean;
};

interface DerivedEvent {
  readonly notes: readonly EventNote[];
}

/** A line of a check's history as one actor sees it. */
export type CheckEvent = View<typeof CHECK_EVENT_FIELDS, CheckEventRecord & DerivedEvent>;

/** The check as the actor may see it at `now`. */
export function showCheck(actor: Actor, record: CheckRecord, now: Date): CheckView {
  const sees = (field: keyof typeof CHECK_FIELDS) => seesCheckField(actor, field, record satisfies CheckVisibilityFacts, now);
  const actions = availableActions(record, actor);
  const fee = actions.includes('cancel') ? feeBoundsOf(record, sees('appointmentStart') ? 'minute' : 'day', now) : null;
  const derived: Derived = {
    availableActions: actions,
    nextActor: nextActor(record),
    cancellationFee: fee?.atMost ?? null,
    cancellationFeeAtLeast: fee?.atLeast ?? null,
    isLaterRound: record.parentCheckId !== null,
  };
  return {
    ...viewOf(CHECK_FIELDS, record, sees),
    ...viewOf(CHECK_FIELDS, derived, sees),
    ...(actor.kind === 'employer' && { archiveComment: employerComment(record) }),
    showsNiss: sees('workerNISS'),
  };
}

/** Whoever deletes checks as administrative errors still finds them; nobody else has a report of one. */
export const seesDeleted = (actor: Actor): boolean => reachOf(actor, 'check.delete').kind !== 'none';

/** A doctor's words that were withheld, and results before they are there to be read. */
const KEPT_FROM_EMPLOYERS: readonly string[] = ['withholdComment' satisfies CheckAction, ...WAITING_RESULT_ACTIONS];

/** Histories as the actor may see them: neither a doctor's words nor what was withheld reach the employer this way. */
export const showEvents = (actor: Actor, events: readonly CheckEventRecord[], now: Date): readonly CheckEvent[] =>
  events
    .filter(({ action }) => actor.kind !== 'employer' || !KEPT_FROM_EMPLOYERS.includes(action))
    .map((event) => showEvent(actor, event, now));

function showEvent(actor: Actor, event: CheckEventRecord, now: Date): CheckEvent {
  const sees = (field: keyof typeof CHECK_EVENT_FIELDS) => seesCheckEventField(actor, field, event, now);
  const { notes = [] } = event.details as { readonly notes?: readonly EventNote[] };
  const derived: DerivedEvent = { notes: actor.kind === 'employer' ? employerNotes(notes) : notes };
  return { ...viewOf(CHECK_EVENT_FIELDS, event, sees), ...viewOf(CHECK_EVENT_FIELDS, derived, sees) };
}
