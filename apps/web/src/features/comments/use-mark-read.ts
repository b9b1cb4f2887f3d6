import { type RefObject, useEffect } from 'react';
import { queryClient, useGqlChange } from '../../lib/api/query.ts';
import { MarkCheckCommentsReadDocument } from './comments.gql.ts';
import type { ShownComment } from './comments.queries.ts';

/** Lists say at their next showing how many are left; the page itself goes on showing which were new. */
const forgetCounts = () =>
  queryClient.invalidateQueries({ predicate: ({ meta }) => meta?.topics?.includes('comment') ?? false, refetchType: 'none' });

/**
 * Says that the comments were read, once the element that holds them was on the screen of somebody who looks. One that fails is made good
 * when the page is opened the next time.
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
