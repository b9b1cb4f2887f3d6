import * as z from 'zod/mini';
import { COMMENTS, TEXT } from '../../constants.ts';
import type { Actor } from '../../policy.ts';
import { choice, key, text } from '../../validation.ts';
import type { CheckOccurence, CheckSource, CheckStatus } from '../enums.ts';
import { doctorSeesWorker } from '../worker-visibility.ts';

/**
 * Comments on a check between HR, planners and doctor (docs/decisions/0065). Each says for whom it is. The employee, and whoever may not
 * see the check, reads none.
 */
export const COMMENT_AUDIENCES = ['EmployerPlanner', 'PlannerDoctor', 'EmployerPlannerDoctor'] as const;
export type CommentAudience = (typeof COMMENT_AUDIENCES)[number];

/** As whom somebody writes or reads. */
export const COMMENT_ROLES = ['employer', 'planner', 'doctor'] as const;
export type CommentRole = (typeof COMMENT_ROLES)[number];

const ADDRESSED: Readonly<Record<CommentAudience, readonly CommentRole[]>> = {
  EmployerPlanner: ['employer', 'planner'],
  PlannerDoctor: ['planner', 'doctor'],
  EmployerPlannerDoctor: ['employer', 'planner', 'doctor'],
};

/** What the rule about readers asks of a comment. */
export interface CommentFacts {
  readonly audience: CommentAudience;
  readonly authorRole: CommentRole;
  /** The doctor of the check when it was written; null: it had none. */
  readonly doctorId: string | null;
  /** When a planner let the employer read what a doctor wrote. */
  readonly releasedAt: Date | null;
}

/** What it asks of the check. */
export interface CommentedCheck {
  /** null: in progress. */
  readonly archivedAt: Date | null;
}

/** Whether the doctor's words wait for a planner: they reach the employer through the quality gate alone (domain.md 4.2). */
export const awaitsRelease = ({ audience, authorRole, releasedAt }: Omit<CommentFacts, 'doctorId'>): boolean =>
  authorRole === 'doctor' && ADDRESSED[audience].includes('employer') && releasedAt === null;

/** Whether somebody who may read comments on the check reads this one at `now`. */
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

/** What an earlier doctor of the check wrote, or read alone with the planners, is not the next one's to read. */
const isOfDoctor = (reader: string, { doctorId, authorRole, audience }: CommentFacts): boolean =>
  doctorId === null || doctorId === reader || (authorRole !== 'doctor' && audience === 'EmployerPlannerDoctor');

/** When the actor could read it first. */
export const visibleSince = (
  actor: Actor,
  { createdAt, releasedAt }: { readonly createdAt: Date; readonly releasedAt: Date | null },
): Date => (actor.kind === 'employer' && releasedAt !== null && releasedAt > createdAt ? releasedAt : createdAt);

/** What decides whether a check takes comments. */
export interface CommentableCheck extends CommentedCheck {
  readonly status: CheckStatus;
  readonly checkOccurence: CheckOccurence | null;
  readonly source: CheckSource;
}

/**
 * For whom somebody may write on the check at `now`, the fewest readers first; nothing once it is over for as long as its doctor still
 * sees the worker. A One Shot Check has nobody on the employer's side who signs in.
 */
export function audiencesFor(role: CommentRole, check: CommentableCheck, now: Date): readonly CommentAudience[] {
  if (check.checkOccurence === 'Deleted' || !doctorSeesWorker(check.archivedAt, now)) return [];
  return COMMENT_AUDIENCES.filter(
    (audience) => ADDRESSED[audience].includes(role) && !(check.source === 'OneShot' && ADDRESSED[audience].includes('employer')),
  );
}

const MINUTE_MS = 60_000;

/** Until when its author can take a comment back. */
export const withdrawableUntil = (createdAt: Date): Date => new Date(createdAt.getTime() + COMMENTS.withdrawMinutes * MINUTE_MS);

/** A comment that is written. */
export const commentRule = z.strictObject({
  audience: choice(COMMENT_AUDIENCES, 'commentAudienceRequired'),
  text: text(TEXT.comment).check(z.refine((written) => written !== '', { error: key('required') })),
});
export type CommentInput = z.infer<typeof commentRule>;
