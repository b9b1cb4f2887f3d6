import { type RefObject, useEffect } from 'react';
import { queryClient, useGqlChange } from '../../lib/api/query.ts';
import { MarkCheckCommentsReadDocument } from './comments.gql.ts';
import type { ShownComment } from './comments.queries.ts';

/** Makes lists load the number of unread comments again; the page goes on marking those that were new. */
const forgetCounts = () =>
  queryClient.invalidateQueries({ predicate: ({ meta }) => meta?.topics?.includes('comment') ?? false, refetchType: 'none' });

/**
 * Marks the comments as read once their element was visible in a visible tab. A failed request is repeated when the page is opened the
 * next time.
 */
export function useMarkRead(element: RefObject<HTMLElement | null>, checkId: string, comments: readonly ShownComment[]): void {
  const { mutate } = useGqlChange(MarkCheckCommentsReadDocument, { onSuccess: forgetCounts, onError: () => false });
  const until = comments
    .filter(({ isUnread }) => isUnread)
    .map(({ visibleSince }) => visibleSince)
    .toSorted()
    .at(-1);
  useEffect(() => {
    const shown = element.current;
    if (!shown || until === undefined) return;
    let isOnScreen = false;
    let isMarked = false;
    const mark = () => {
      if (isMarked || !isOnScreen || document.visibilityState !== 'visible') return;
      isMarked = true;
      mutate({ checkId, until });
    };
    const observer = new IntersectionObserver(([entry]) => {
      isOnScreen = entry?.isIntersecting ?? false;
      mark();
    });
    observer.observe(shown);
    document.addEventListener('visibilitychange', mark);
    return () => {
      observer.disconnect();
      document.removeEventListener('visibilitychange', mark);
    };
  }, [element, checkId, until, mutate]);
}
