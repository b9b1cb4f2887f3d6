import type { CommentRole } from '@checkwell/domain/check/comments/comments';
import { gqlQuery, queryClient } from '../../lib/api/query.ts';
import { useViewer } from '../../lib/session/viewer.ts';
import { CheckCommentsDocument, type CommentListFragment } from './comments.gql.ts';

export type ShownComment = CommentListFragment['comments'][number];

/** What the viewer reads of the comments on a check. For whom they may write depends on the state of the check. */
export const commentsQuery = (checkId: string) =>
  gqlQuery({ document: CheckCommentsDocument, variables: { checkId }, topics: ['comment', 'check'] });

/** As whom the viewer reads and writes. */
export function useCommentRole(): CommentRole {
  const { role } = useViewer();
  return role === 'planner' || role === 'doctor' ? role : 'employer';
}

/** Puts the response to a change into the cache, so that the page shows it. */
export const showList = (checkId: string, checkComments: CommentListFragment): void =>
  void queryClient.setQueryData(commentsQuery(checkId).queryKey, { checkComments });
