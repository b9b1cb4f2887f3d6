import { employerComment } from '@checkwell/domain/check/comment-gate';
import { availableActions, type CheckAction, nextActor } from '@checkwell/domain/check/lifecycle';
import type { EventNote } from '@checkwell/domain/check/notes';
import { doctorSeesWorker } from '@checkwell/domain/check/result';
import { type Actor, canSeeField, PROTECTED_FIELDS, type ProtectedField } from '@checkwell/domain/policy';
import { feeOf } from './checks.prices.ts';
import type { CheckEventRecord, CheckRecord } from './checks.repository.ts';

type Hidden<Field extends keyof CheckRecord> = { readonly [Name in Field]: CheckRecord[Name] | null };
type ShownField = Exclude<ProtectedField, 'workerNISS'>;

/** A check as one actor sees it: what the field policy hides from the actor is null (domain.md 4.6). */
export interface CheckView extends Omit<CheckRecord, ShownField | 'searchText' | 'contractPrice'>, Hidden<ShownField> {
  readonly availableActions: readonly CheckAction[];
  readonly nextActor: ReturnType<typeof nextActor>;
  /** What cancelling now would cost, cents; null when the actor cannot cancel. */
  readonly cancellationFee: number | null;
  /** Whether the actor may see the worker's national number, where there is one. */
  readonly showsNiss: boolean;
}

export interface CheckEvent
  extends Pick<
    CheckEventRecord,
    'id' | 'checkId' | 'at' | 'action' | 'fromStatus' | 'toStatus' | 'actorKind' | 'actorName' | 'reason' | 'version'
  > {
  readonly notes: readonly EventNote[];
}

/** Who the worker is, for a doctor whose mission is long over. */
const UNKNOWN_WORKER = {
  workerFirstName: '',
  workerLastName: '',
  workerFullName: '',
  workerAddress: '',
  workerPhoneNumber: '',
  phoneNumber: '',
  workerExternalId: '',
  subEmployee: '',
  latitude: null,
  longitude: null,
} as const satisfies Partial<CheckRecord>;

/** The check as the actor may see it at `now`. */
export function showCheck(actor: Actor, record: CheckRecord, now: Date): CheckView {
  const { searchText: _, contractPrice: __, ...check } = record;
  const actions = availableActions(check, actor);
  const hidden = PROTECTED_FIELDS.filter((field) => !canSeeField(actor, field, check.companyId));
  return {
    ...check,
    ...Object.fromEntries(hidden.map((field) => [field, null])),
    ...(actor.kind === 'employer' && passedOn(record)),
    ...(actor.kind === 'doctor' && !doctorSeesWorker(check.archivedAt, now) && UNKNOWN_WORKER),
    availableActions: actions,
    nextActor: nextActor(check),
    cancellationFee: actions.includes('cancel') ? feeOf(record, now) : null,
    showsNiss: canSeeField(actor, 'workerNISS', check.companyId),
  };
}

/** Free text as the employer reads it (domain.md 4.2): a report's through the gate, a problem's when the employer must answer it. */
const passedOn = (check: CheckRecord): Pick<CheckView, 'archiveComment' | 'problemComment'> => ({
  archiveComment: employerComment(check),
  problemComment: check.problemOwner === 'employer' ? check.problemComment : '',
});

/** Histories as the actor may see them: neither a doctor's words nor what was withheld reach the employer this way. */
export function showEvents(actor: Actor, events: readonly CheckEventRecord[]): readonly CheckEvent[] {
  if (actor.kind !== 'employer') return events.map(showEvent);
  return events
    .filter(({ action }) => action !== ('withholdComment' satisfies CheckAction))
    .map((event) => showEvent(event.actorKind === 'doctor' ? { ...event, reason: '' } : event));
}

function showEvent({
  id,
  checkId,
  at,
  action,
  fromStatus,
  toStatus,
  actorKind,
  actorName,
  reason,
  version,
  details,
}: CheckEventRecord): CheckEvent {
  const notes = (details as { readonly notes?: readonly EventNote[] }).notes ?? [];
  return { id, checkId, at, action, fromStatus, toStatus, actorKind, actorName, reason, version, notes };
}
