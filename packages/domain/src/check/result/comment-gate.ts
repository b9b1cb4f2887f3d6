import * as z from 'zod/mini';
import { TEXT } from '../../constants.ts';
import type { Actor } from '../../policy.ts';
import { key, text } from '../../validation.ts';
import type { CommentReview } from '../enums.ts';

/** How a comment begins that this actor writes on a report. */
export const reviewOf = (author: Actor['kind'], archiveComment: string): CommentReview =>
  author === 'doctor' && archiveComment !== '' ? 'Waiting' : 'NotNeeded';

/** What the gate must know of a report. */
export interface GatedComment {
  /** As its author wrote it: it never changes. */
  readonly archiveComment: string;
  readonly commentReview: CommentReview;
  /** As the planner released it; null unless it was. */
  readonly releasedComment: string | null;
}

/** The comment as the employer reads it; null while it waits, and when it was withheld. */
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

/** A comment as the employer shall read it; one without a word is withheld instead. */
export const releaseRule = z.strictObject({
  comment: text(TEXT.comment).check(z.refine((comment) => comment !== '', { error: key('required') })),
});
