import { useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { ApiError } from './api-error.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Cursors of the pages before this one, the first page being null. Lives as long as the history entry. */
    pages?: readonly (string | null)[];
  }
}

/** Whether a list failed for its cursor alone. */
const isLostPage = (error: Error | null): boolean =>
  error instanceof ApiError && error.code === 'request.invalid' && error.issues.some(({ path }) => path === 'after');

interface Page {
  readonly pageInfo: { readonly endCursor: string | null; readonly hasNextPage: boolean };
}

/** What a pager needs to know (ui/lists/Pagination.tsx). */
interface Paging {
  readonly hasNext: boolean;
  readonly hasPrevious: boolean;
  readonly onNext: () => void;
  readonly onPrevious: () => void;
}

/**
 * Next and previous page of a keyset list whose cursor is in the address as `after`. A cursor only leads onwards, so
 * the way back is in the history entry; users who came by a link go back to the first page. So do those whose link has
 * an invalid cursor, or one of another order.
 * @param query of the list; while it still shows the page before, "Next" does nothing: that page's cursor leads to where one is
 */
export function usePages(
  after: string | undefined,
  page: Page | undefined,
  { error, isPlaceholderData }: { readonly error: Error | null; readonly isPlaceholderData: boolean },
): Paging {
  const navigate = useNavigate();
  const lost = after !== undefined && isLostPage(error);
  useEffect(() => {
    if (lost) void navigate({ to: '.', search: (old: object) => ({ ...old, after: undefined }), replace: true });
  }, [lost, navigate]);
  const pages = useLocation({ select: ({ state }) => state.pages }) ?? [];
  const go = (cursor: string | null, before: readonly (string | null)[]) =>
    void navigate({
      to: '.',
      search: (old: object) => ({ ...old, after: cursor ?? undefined }),
      state: (old) => ({ ...old, pages: before }),
    });
  return {
    hasNext: page?.pageInfo.hasNextPage ?? false,
    hasPrevious: after !== undefined,
    onNext: () => {
      if (!isPlaceholderData) go(page?.pageInfo.endCursor ?? null, [...pages, after ?? null]);
    },
    onPrevious: () => go(pages.at(-1) ?? null, pages.slice(0, -1)),
  };
}
