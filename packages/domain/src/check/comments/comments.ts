import * as z from 'zod/mini';
import { COMMENTS, TEXT } from '../../constants.ts';
import type { Actor } from '../../policy.ts';
import { choice, key, text } from '../../validation.ts';
import type { CheckOccurence, CheckSource, CheckStatus } from '../enums.ts';
import { doctorSeesWorker } from '../worker-visibility.ts';

/**
 * Comments on a check between HR, planners and doctor (docs/decisions/0065). Each comment names its audience. The employee, and users who may
 * not see the check, read none.
 */
export const COMMENT_AUDIENCES = ['EmployerPlanner', 'PlannerDoctor', 'EmployerPlannerDoctor'] as const;
export type CommentAudience = (typeof COMMENT_AUDIENCES)[number];

/** The roles in which users write and read comments. */
export const COMMENT_ROLES = ['employer', 'planner', 'doctor'] as const;
export type CommentRole = (typeof COMMENT_ROLES)[number];

const ADDRESSED: Readonly<Record<CommentAudience, readonly CommentRole[]>> = {
  EmployerPlanner: ['employer', 'planner'],
  PlannerDoctor: ['planner', 'doctor'],
  EmployerPlannerDoctor: ['employer', 'planner', 'doctor'],
};

/** The facts of a comment that decide who reads it. */
export interface CommentFacts {
  readonly audience: CommentAudience;
  readonly authorRole: CommentRole;
  /** The doctor of the check when the comment was written; null: none was assigned. */
  readonly doctorId: string | null;
  /** When a planner released a doctor's comment to the employer. */
  readonly releasedAt: Date | null;
}

/** The facts of the check that decide who reads its comments. */
export interface CommentedCheck {
  /** null: in progress. */
  readonly archivedAt: Date | null;
}

/** Whether a doctor's comment waits for its release by a planner: only then may the employer read it (the quality gate of domain.md 4.2). */
export const awaitsRelease = ({ audience, authorRole, releasedAt }: Omit<CommentFacts, 'doctorId'>): boolean =>
  authorRole === 'doctor' && ADDRESSED[audience].includes('employer') && releasedAt === null;

/** Whether the actor reads this comment at `now`, given that the actor may see the check. */
export function readsComment(actor: Actor, comment: CommentFacts, check: CommentedCheck, now: Date): boolean {
  switch (actor.kind) {
    case 'planner':
    case 'system':
      return true;
    case 'employer':
      return ADDRESSED[comment.audience].includes('employer') && !awaitsRelease(comment);
    case 'doctor':
      return (
        ADDRESSED[comment.audience].includes('doctor') && isOfDoctor(actor.doctorId, comment) && doctorSeesWorker(check.archivedAt, now)
      );
    case 'anonymous':
      return false;
  }
}

/** A comment that an earlier doctor of the check wrote, or that was for that doctor and the planners only, is hidden from the next doctor. */
const isOfDoctor = (reader: string, { doctorId, authorRole, audience }: CommentFacts): boolean =>
  doctorId === null || doctorId === reader || (authorRole !== 'doctor' && audience === 'EmployerPlannerDoctor');

/** The first moment at which the actor could read the comment. */
export const visibleSince = (
  actor: Actor,
  { createdAt, releasedAt }: { readonly createdAt: Date; readonly releasedAt: Date | null },
): Date => (actor.kind === 'employer' && releasedAt !== null && releasedAt > createdAt ? releasedAt : createdAt);

/** The facts that decide whether users can comment on a check. */
export interface CommentableCheck extends CommentedCheck {
  readonly status: CheckStatus;
  readonly checkOccurence: CheckOccurence | null;
  readonly source: CheckSource;
}

/**
 * The audiences that a user of the role can choose for a comment on the check at `now`, the smallest first. Empty for a deleted check, and for a
 * check archived so long ago that its doctor no longer sees the worker. The employer of a One Shot Check has no account, so cannot be addressed.
 */
export function audiencesFor(role: CommentRole, check: CommentableCheck, now: Date): readonly CommentAudience[] {
  if (check.checkOccurence === 'Deleted' || !doctorSeesWorker(check.archivedAt, now)) return [];
  return COMMENT_AUDIENCES.filter(
    (audience) => ADDRESSED[audience].includes(role) && !(check.source === 'OneShot' && ADDRESSED[audience].includes('employer')),
  );
}

const MINUTE_MS = 60_000;

/** The moment until which the author can withdraw a comment. */
export const withdrawableUntil = (createdAt: Date): Date => new Date(createdAt.getTime() + COMMENTS.withdrawMinutes * MINUTE_MS);

/** A new comment. */
export const commentRule = z.strictObject({
  audience: choice(COMMENT_AUDIENCES, 'commentAudienceRequired'),
  text: text(TEXT.comment).check(z.refine((written) => written !== '', { error: key('required') })),
});
export type CommentInput = z.infer<typeof commentRule>;
