import { EMPLOYER_AND_PLANNER, EVERY_READER, employers, type FieldRule, NOBODY, visibilityOf } from '../fields.ts';
import { type Actor, roleIn } from '../policy.ts';
import { doctorSeesWorker } from './worker-visibility.ts';

/** The facts of a line of a check's history that decide whether its fields are visible. */
export interface CheckEventVisibilityFacts {
  readonly companyId: string;
  readonly actorKind: string;
  /** When the check was archived. */
  readonly archivedAt: Date | null;
}

const CONDITIONS = {
  whileDoctorSeesWorker: ({ archivedAt }, now) => doctorSeesWorker(archivedAt, now),
  /** Employers read a doctor's text only through the quality gate (check/result/comment-gate.ts). */
  unlessDoctorWrote: ({ actorKind }) => actorKind !== 'doctor',
} as const satisfies Record<string, (event: CheckEventVisibilityFacts, now: Date) => boolean>;
type CheckEventCondition = keyof typeof CONDITIONS;

/** Every field of a line of a check's history, and which of the readers of the check see it. */
export const CHECK_EVENT_FIELDS = {
  id: { seenBy: EVERY_READER },
  companyId: { seenBy: EVERY_READER },
  checkId: { seenBy: EVERY_READER },
  at: { seenBy: EVERY_READER },
  action: { seenBy: EVERY_READER },
  fromStatus: { seenBy: EVERY_READER },
  toStatus: { seenBy: EVERY_READER },
  version: { seenBy: EVERY_READER },
  notes: { seenBy: EVERY_READER },
  /** The kind of mistake that was corrected, or that a ruling replaced the result. The doctor's explanation is in `reason`. */
  correctionReason: { nullable: true, seenBy: EVERY_READER },
  /** The result before the correction; each field is visible as in CHECK_FIELDS. */
  formerResult: { nullable: true, seenBy: EVERY_READER },
  /** Findings about the quality of the result (check/quality), for the provider only. */
  findings: { nullable: true, seenBy: { planner: true } },
  actorKind: { seenBy: EVERY_READER },
  /** Employers see the names of their colleagues, whose profiles row-level security lets them read. */
  actorName: { seenBy: EMPLOYER_AND_PLANNER },
  actorProfileId: { seenBy: NOBODY },
  /** Free text: it may name the worker. */
  reason: {
    seenBy: { ...employers('unlessDoctorWrote'), planner: true, doctor: 'whileDoctorSeesWorker' },
    hidden: '',
  },
  /** Whether reason and details were erased at the end of their retention period (retention.ts). */
  detailsErased: { seenBy: EVERY_READER },
  details: { seenBy: NOBODY },
  archivedAt: { seenBy: NOBODY },
} as const satisfies Record<string, FieldRule<CheckEventCondition>>;

/** Whether the actor sees the field of this line at `now`. */
export function seesCheckEventField(
  actor: Actor,
  field: keyof typeof CHECK_EVENT_FIELDS,
  event: CheckEventVisibilityFacts,
  now: Date,
): boolean {
  const visibility = visibilityOf<CheckEventCondition>(CHECK_EVENT_FIELDS[field], roleIn(actor, event.companyId));
  return typeof visibility === 'boolean' ? visibility : CONDITIONS[visibility](event, now);
}
