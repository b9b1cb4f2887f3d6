import type { MessageKey } from '@checkwell/messages';
import { createRouter, lazyRouteComponent, type RouterHistory } from '@tanstack/react-router';
import { createElement } from 'react';
import { FailedPage } from './features/shell/FailedPage.tsx';
import { routeTree } from './routeTree.gen.ts';
import { Spinner } from './ui/content/Spinner.tsx';
import { RouterLink } from './ui/links/RouterLink.tsx';

/**
 * The address bar's view of the product. Links start to load what they lead to when the pointer comes near.
 * @param shownBefore path of the page that was shown before this router
 */
export function makeRouter(history: RouterHistory, shownBefore?: string) {
  // Screens come and go with the build; links and menus ask here, so that none leads nowhere.
  const screens = new Set<string>();
  const router = createRouter({
    routeTree,
    history,
    context: {
      hasScreen: (path: string) => screens.has(path),
      navigation: { history, Link: RouterLink, prepare: () => undefined },
      ...(shownBefore !== undefined && { shownBefore }),
    },
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    scrollRestoration: true,
    defaultPendingMs: 400,
    defaultPendingMinMs: 300,
    defaultPendingComponent: () =>
      createElement('div', { className: 'grid min-h-60 place-items-center text-brand-fg' }, createElement(Spinner, { size: 24 })),
    defaultErrorComponent: FailedPage,
    defaultNotFoundComponent: lazyRouteComponent(() => import('./features/shell/NotFoundPage.tsx'), 'NotFoundPage'),
  });
  for (const path of Object.keys(router.routesByPath)) screens.add(path);
  return router;
}

/**
 * Loads what the router's first page shows, redirections included. Until it is mounted it does not follow the history by itself, unless
 * nobody else does: the sign-in page may.
 */
export async function loadFirstPage(router: ReturnType<typeof makeRouter>): Promise<void> {
  const stop = router.history.subscribe(router.load);
  try {
    await router.load();
  } finally {
    stop();
  }
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof makeRouter>;
  }
  interface StaticDataRouteOption {
    /** Name of the screen, for the document's title. */
    title?: MessageKey;
  }
}
