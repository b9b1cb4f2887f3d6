import { EVERY_READER, employers, type FieldRule, NOBODY, PLANNER_AND_DOCTOR, visibilityOf } from '../../fields.ts';
import { type Actor, roleIn } from '../../policy.ts';
import type { CommentRole } from './comments.ts';

/** The facts of a comment that decide whether its fields are visible. */
export interface CommentVisibilityFacts {
  readonly companyId: string;
  readonly authorRole: CommentRole;
}

const CONDITIONS = {
  /** Planners answer as a team: employers see the name of no planner anywhere. */
  unlessPlannerWrote: ({ authorRole }) => authorRole !== 'planner',
  /** Doctors do not see the names of the employer's users (CHECK_EVENT_FIELDS). */
  ifDoctorWrote: ({ authorRole }) => authorRole === 'doctor',
} as const satisfies Record<string, (comment: CommentVisibilityFacts) => boolean>;
type CommentCondition = keyof typeof CONDITIONS;

/** Every field of a comment on a check, and which of the readers of the comment (`readsComment`) see the field. */
export const COMMENT_FIELDS = {
  id: { seenBy: EVERY_READER },
  companyId: { seenBy: EVERY_READER },
  checkId: { seenBy: EVERY_READER },
  createdAt: { seenBy: EVERY_READER },
  visibleSince: { seenBy: EVERY_READER },
  authorRole: { seenBy: EVERY_READER },
  authorName: {
    seenBy: { ...employers('unlessPlannerWrote'), planner: true, doctor: 'ifDoctorWrote' },
  },
  audience: { seenBy: EVERY_READER },
  /** Empty once the comment was withdrawn. */
  text: { seenBy: EVERY_READER },
  withdrawnAt: { seenBy: EVERY_READER },
  isOwn: { seenBy: EVERY_READER },
  isUnread: { seenBy: EVERY_READER },
  canWithdrawUntil: { seenBy: EVERY_READER },
  awaitsRelease: { seenBy: PLANNER_AND_DOCTOR },
  canRelease: { seenBy: PLANNER_AND_DOCTOR },
  authorProfileId: { seenBy: NOBODY },
  doctorId: { seenBy: NOBODY },
  releasedAt: { seenBy: NOBODY },
  releasedByProfileId: { seenBy: NOBODY },
} as const satisfies Record<string, FieldRule<CommentCondition>>;

/** Whether the actor sees the field of a comment that they read. */
export function seesCommentField(actor: Actor, field: keyof typeof COMMENT_FIELDS, comment: CommentVisibilityFacts): boolean {
  const visibility = visibilityOf<CommentCondition>(COMMENT_FIELDS[field], roleIn(actor, comment.companyId));
  return typeof visibility === 'boolean' ? visibility : CONDITIONS[visibility](comment);
}
