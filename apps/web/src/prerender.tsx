import { createMemoryHistory, RouterProvider } from '@tanstack/react-router';
import { renderToStaticMarkup } from 'react-dom/server';
import { currentLanguage, startI18n } from './lib/i18n/i18n.ts';
import { makeRouter } from './router.ts';

/**
 * The sign-in page as markup, rendered by the build (build/pages.ts) in the default language: visitors see it before
 * any script has run. The application then puts itself in its place (main.tsx).
 */
export async function renderSignIn(): Promise<{ html: string; language: string }> {
  await startI18n();
  const router = makeRouter(createMemoryHistory({ initialEntries: ['/'] }));
  await router.load();
  const failed = router.state.matches.find(({ error }) => error !== undefined);
  if (failed) throw failed.error;
  return { html: renderToStaticMarkup(<RouterProvider router={router} />), language: currentLanguage() };
}
