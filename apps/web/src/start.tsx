import type { RouterHistory } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { openApp } from './app.tsx';
import { loadTranslations } from './lib/i18n/translations-loader.ts';
import { session } from './lib/session/session.ts';
import { ErrorState } from './ui/content/ErrorState.tsx';

interface Start {
  readonly history: RouterHistory;
  /** Fetches the application; what it was given once it need not fetch again. */
  readonly loadApp: () => Promise<{ readonly openApp: typeof openApp }>;
  /** Shows a page in the place of the one that is there. */
  readonly show: (page: ReactNode) => void;
}

const SIGN_IN = '/';

/**
 * The page to begin with. Users who have to sign in get the sign-in page alone, a third lighter than the application, which takes its place
 * as soon as the address leads elsewhere; everybody else gets the application.
 */
export async function firstPage(start: Start): Promise<ReactNode> {
  const { history, loadApp } = start;
  try {
    if (history.location.pathname === SIGN_IN) {
      if ((await session.settle()) !== 'signedIn') return await signInPage(start);
      history.replace(session.takeReturnPath());
    }
    return await (await loadApp()).openApp(history);
  } catch (error) {
    return failedPage(error);
  }
}

async function signInPage(start: Start): Promise<ReactNode> {
  const [{ SignInPage }] = await Promise.all([import('./sign-in-page.tsx'), loadTranslations('auth', 'validation', 'errors')]);
  giveWay(start);
  // What fails here fails again, and says so, when it is needed.
  const prepare = (): void => void start.loadApp().catch(() => undefined);
  return <SignInPage history={start.history} prepare={prepare} />;
}

/** Puts the application in the place of the sign-in page once the address leads elsewhere. Until it is there, the page stays. */
function giveWay({ history, loadApp, show }: Start): void {
  const isElsewhere = (): boolean => history.location.pathname !== SIGN_IN;
  let over = false;
  const stop = history.subscribe(async () => {
    if (!isElsewhere()) return;
    try {
      const { openApp } = await loadApp();
      // Gone back meanwhile, or the address has moved once more: once is enough.
      if (!isElsewhere() || over) return;
      over = true;
      stop();
      const page = await openApp(history, SIGN_IN);
      // A new page begins at its top.
      scrollTo(0, 0);
      show(page);
    } catch (error) {
      show(failedPage(error));
    }
  });
}

/** Nothing is there that could do better than loading the page again. */
const failedPage = (error: unknown): ReactNode => (
  <main className="grid min-h-[70dvh] place-items-center">
    <ErrorState error={error} onRetry={() => location.reload()} />
  </main>
);
