import { useRouterState } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { i18n, useLanguage } from '../../lib/i18n/i18n.ts';

/**
 * Names the document after the screen, in the interface language, and after a change of page moves the focus to the
 * new screen's heading, so that screen readers and keyboards start there.
 */
export function DocumentTitle() {
  const language = useLanguage();
  const { path, title, settled } = useRouterState({
    select: ({ matches, resolvedLocation, status }) => ({
      path: resolvedLocation?.pathname,
      title: matches.findLast(({ staticData }) => staticData.title)?.staticData.title,
      settled: status === 'idle',
    }),
    structuralSharing: true,
  });
  const shownPath = useRef<string>(undefined);
  useEffect(() => {
    const product = i18n.t('common:product', { lng: language });
    // A text to the compiler: what `exists` says of thousands of keys took it a minute to narrow.
    const key: string = title ?? '';
    const translate = i18n.t as unknown as (key: string, options: object) => string;
    const name = i18n.exists(key, { lng: language }) ? translate(key, { lng: language }) : undefined;
    document.title = name ? `${name} · ${product}` : product;
  }, [title, language]);
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
