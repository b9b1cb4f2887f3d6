import { useRouter, useRouterState } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useDocumentTitle } from '../../lib/i18n/document-title.ts';

/**
 * Names the document after the screen, and after a change of page moves the focus to the new screen's heading, so that screen readers and
 * keyboards start there.
 */
export function DocumentTitle() {
  const { path, title, settled } = useRouterState({
    select: ({ matches, resolvedLocation, status }) => ({
      path: resolvedLocation?.pathname,
      title: matches.findLast(({ staticData }) => staticData.title)?.staticData.title,
      settled: status === 'idle',
    }),
    structuralSharing: true,
  });
  useDocumentTitle(title);
  const shownPath = useRef(useRouter().options.context.shownBefore);
  useEffect(() => {
    if (!settled || path === undefined) return;
    const moved = shownPath.current !== undefined && shownPath.current !== path;
    shownPath.current = path;
    // A screen that begins with a field has put the focus there.
    const begun = document.querySelector('dialog[open], main input:focus');
    if (moved && !begun) document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
  }, [path, settled]);
  return null;
}
