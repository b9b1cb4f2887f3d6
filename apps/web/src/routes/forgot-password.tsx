import { createFileRoute, useLocation } from '@tanstack/react-router';
import { ForgotPasswordScreen } from '../features/sign-in/account/ForgotPasswordScreen.tsx';
import { loadWords } from '../lib/i18n/words.ts';

/** Forgot password (specification, section 2). */
export const Route = createFileRoute('/forgot-password')({
  component: Screen,
  staticData: { title: 'account:forgot.title' },
  loader: () => loadWords('account', 'auth', 'validation', 'errors'),
});

function Screen() {
  return <ForgotPasswordScreen email={useLocation().state.email ?? ''} />;
}
