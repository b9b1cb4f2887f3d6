import * as z from 'zod/mini';
import { TEXT } from '../../constants.ts';
import type { Actor } from '../../policy.ts';
import { key, text } from '../../validation.ts';
import type { CommentReview } from '../enums.ts';

/** The initial review state of a comment that this kind of actor writes in a report. */
export const reviewOf = (author: Actor['kind'], archiveComment: string): CommentReview =>
  author === 'doctor' && archiveComment !== '' ? 'Waiting' : 'NotNeeded';

/** The facts of a report that decide whether the employer reads its comment. */
export interface GatedComment {
  /** The original text; it never changes. */
  readonly archiveComment: string;
  readonly commentReview: CommentReview;
  /** The text that the planner released; null: not released. */
  readonly releasedComment: string | null;
}

/** The comment for the employer; null if it awaits review or was withheld. */
export function employerComment({ archiveComment, commentReview, releasedComment }: GatedComment): string | null {
  switch (commentReview) {
    case 'NotNeeded':
      return archiveComment;
    case 'Released':
      return releasedComment;
    case 'Waiting':
    case 'Withheld':
      return null;
  }
}

/** The text that is released to the employer, not empty: a comment without text is withheld instead. */
export const releaseRule = z.strictObject({
  comment: text(TEXT.comment).check(z.refine((comment) => comment !== '', { error: key('required') })),
});
