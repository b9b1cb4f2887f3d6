import { createFileRoute, redirect } from '@tanstack/react-router';
import { SignInScreen } from '../features/sign-in/SignInScreen.tsx';
import { loadTranslations } from '../lib/i18n/translations.ts';
import { session } from '../lib/session/session.ts';

/** Sign-in (specification, section 2). Sends no request that fails without a session. */
export const Route = createFileRoute('/')({
  component: SignInScreen,
  staticData: { title: 'auth:signIn.title' },
  beforeLoad: async () => {
    if ((await session.settle()) === 'signedIn') throw redirect({ href: session.takeReturnPath() });
  },
  loader: () => loadTranslations('auth', 'validation', 'errors'),
});
