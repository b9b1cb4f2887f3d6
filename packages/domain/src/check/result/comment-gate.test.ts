import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { COMMENT_REVIEWS } from '../enums.ts';
import { employerComment, releaseRule, reviewOf } from './comment-gate.ts';

describe('the review of a doctor’s comment', () => {
  it('is needed for comments of doctors, unless they are empty', () => {
    expect(reviewOf('doctor', 'Works at heights.')).toBe('Waiting');
    expect(reviewOf('doctor', '')).toBe('NotNeeded');
    for (const author of ['planner', 'employer', 'system'] as const) expect(reviewOf(author, 'Called twice.')).toBe('NotNeeded');
  });

  it('lets the employer read only the text that a planner released', () => {
    fc.assert(
      fc.property(fc.constantFrom(...COMMENT_REVIEWS), fc.string(), fc.string(), (commentReview, archiveComment, released) => {
        const releasedComment = commentReview === 'Released' ? released : null;
        const read = employerComment({ archiveComment, commentReview, releasedComment });
        expect(read).toBe(commentReview === 'NotNeeded' ? archiveComment : releasedComment);
      }),
    );
  });

  it('does not release an empty comment', () => {
    expect(releaseRule.safeParse({ comment: ' Rang twice. ' }).data).toEqual({ comment: 'Rang twice.' });
    for (const comment of ['', '  ', 'x'.repeat(5000), undefined]) expect(releaseRule.safeParse({ comment }).success).toBe(false);
  });
});
