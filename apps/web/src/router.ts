import type { MessageKey } from '@checkwell/messages';
import { createRouter, lazyRouteComponent, type RouterHistory } from '@tanstack/react-router';
import { createElement } from 'react';
import { FailedPage } from './features/shell/FailedPage.tsx';
import { routeTree } from './routeTree.gen.ts';
import { Spinner } from './ui/content/Spinner.tsx';

/** The address bar's view of the product. Links start to load what they lead to when the pointer comes near. */
export function makeRouter(history?: RouterHistory) {
  // Screens come and go with the build; links and menus ask here, so that none leads nowhere.
  const screens = new Set<string>();
  const router = createRouter({
    routeTree,
    ...(history ? { history } : {}),
    context: { hasScreen: (path: string) => screens.has(path) },
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

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof makeRouter>;
  }
  interface StaticDataRouteOption {
    /** Name of the screen, for the document's title. */
    title?: MessageKey;
  }
}
