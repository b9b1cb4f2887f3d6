import { EMPLOYER_AND_PLANNER, EVERY_READER, employers, type FieldRule, NOBODY, sightOf } from '../fields.ts';
import { type Actor, roleIn } from '../policy.ts';
import { doctorSeesWorker } from './worker-visibility.ts';

/** What conditions ask of a line of a check's history. */
export interface CheckEventVisibilityFacts {
  readonly companyId: string;
  readonly actorKind: string;
  /** Of the check. */
  readonly archivedAt: Date | null;
}

const CONDITIONS = {
  whileDoctorSeesWorker: ({ archivedAt }, now) => doctorSeesWorker(archivedAt, now),
  /** A doctor's words reach the employer through the quality gate alone (check/result/comment-gate.ts). */
  unlessDoctorWrote: ({ actorKind }) => actorKind !== 'doctor',
} as const satisfies Record<string, (event: CheckEventVisibilityFacts, now: Date) => boolean>;
type CheckEventCondition = keyof typeof CONDITIONS;

/** Every field of a line of a check's history, and who of those who see the check sees it. */
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
  /** What of the result was corrected. The explanation is the line's reason. */
  correctionReason: { nullable: true, seenBy: EVERY_READER },
  /** The result as it was read before; field by field as CHECK_FIELDS says. */
  formerResult: { nullable: true, seenBy: EVERY_READER },
  /** What was found about the result (check/quality): the provider's own. */
  findings: { nullable: true, seenBy: { planner: true } },
  actorKind: { seenBy: EVERY_READER },
  /** Of employers: as far as row-level security shows them the profile, their colleagues'. */
  actorName: { seenBy: EMPLOYER_AND_PLANNER },
  actorProfileId: { seenBy: NOBODY },
  /** Free text: it may name the worker. */
  reason: {
    seenBy: { ...employers('unlessDoctorWrote'), planner: true, doctor: 'whileDoctorSeesWorker' },
    hidden: '',
  },
  /** Whether reason and details were erased, their term being over (retention.ts). */
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
  const sight = sightOf<CheckEventCondition>(CHECK_EVENT_FIELDS[field], roleIn(actor, event.companyId));
  return typeof sight === 'boolean' ? sight : CONDITIONS[sight](event, now);
}
