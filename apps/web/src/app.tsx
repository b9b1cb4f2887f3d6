import { type RouterHistory, RouterProvider } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { i18n } from './lib/i18n/i18n.ts';
// So that translations are not asked for in two steps.
import './lib/i18n/files/later-translations.ts';
import { MORE_ICONS } from './more-icons.ts';
import { loadFirstPage, makeRouter } from './router.ts';
import { addIcons } from './ui/content/Icon.tsx';

addIcons(MORE_ICONS);

// Until somebody works here no focus can be lost.
for (const type of ['pointerdown', 'keydown'])
  addEventListener(type, () => void import('./lib/browser/keep-focus.ts').catch(() => undefined), { once: true, capture: true });

/**
 * The application at the address that the history shows, once everything that its first screen needs is there: no flash of a spinner inside
 * the page.
 * @param shownBefore path of the page that it takes the place of
 */
export async function openApp(history: RouterHistory, shownBefore?: string): Promise<ReactNode> {
  const router = makeRouter(history, shownBefore);
  i18n.on('languageChanged', () => void router.invalidate());
  await loadFirstPage(router);
  return <RouterProvider router={router} />;
}
