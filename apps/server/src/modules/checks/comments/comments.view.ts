import { COMMENT_FIELDS, seesCommentField } from '@checkwell/domain/check/comments/comment-fields';
import { awaitsRelease, readsComment, visibleSince, withdrawableUntil } from '@checkwell/domain/check/comments/comments';
import { type View, viewOf } from '@checkwell/domain/fields';
import { type Actor, can } from '@checkwell/domain/policy';
import { profileIdOf } from '../../../platform/guard.ts';
import type { CheckRecord } from '../checks.repository.ts';
import type { CommentRow } from './comments.repository.ts';

/** Fields that are computed from a comment and its reader. */
interface Derived {
  readonly visibleSince: Date;
  readonly isOwn: boolean;
  readonly isUnread: boolean;
  /** Until when the reader can withdraw the comment; null: they cannot, or it is too late. */
  readonly canWithdrawUntil: Date | null;
  readonly awaitsRelease: boolean;
  readonly canRelease: boolean;
}

/** A comment as one actor sees it. */
export type CommentView = View<typeof COMMENT_FIELDS, CommentRow & Derived>;

/** Whether somebody who wrote a comment can still take it back. */
export const isWithdrawable = (
  actor: Actor,
  comment: Pick<CommentRow, 'authorProfileId' | 'createdAt' | 'withdrawnAt'>,
  now: Date,
): boolean => comment.authorProfileId === profileIdOf(actor) && comment.withdrawnAt === null && now <= withdrawableUntil(comment.createdAt);

/** Whether somebody else's comment came after what the actor has read. */
export const isNews = (
  actor: Actor,
  comment: Pick<CommentRow, 'authorProfileId' | 'createdAt' | 'withdrawnAt' | 'releasedAt'>,
  readUntil: Date | null,
): boolean =>
  comment.authorProfileId !== profileIdOf(actor) &&
  comment.withdrawnAt === null &&
  (readUntil === null || visibleSince(actor, comment) > readUntil);

/** The comments that the actor reads, the first one first. */
export function showComments(
  actor: Actor,
  check: CheckRecord,
  comments: readonly CommentRow[],
  readUntil: Date | null,
  now: Date,
): readonly CommentView[] {
  return comments
    .filter((row) => readsComment(actor, row, check, now))
    .map((row) => {
      const derived: Derived = {
        visibleSince: visibleSince(actor, row),
        isOwn: row.authorProfileId === profileIdOf(actor),
        isUnread: isNews(actor, row, readUntil),
        canWithdrawUntil: isWithdrawable(actor, row, now) ? withdrawableUntil(row.createdAt) : null,
        awaitsRelease: row.withdrawnAt === null && awaitsRelease(row),
        canRelease: row.withdrawnAt === null && awaitsRelease(row) && can(actor, 'comment.release', check),
      };
      const sees = (field: keyof typeof COMMENT_FIELDS) => seesCommentField(actor, field, row);
      return { ...viewOf(COMMENT_FIELDS, row, sees), ...viewOf(COMMENT_FIELDS, derived, sees) };
    });
}
