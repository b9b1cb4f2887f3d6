import { createFileRoute, useLocation } from '@tanstack/react-router';
import { ForgotPasswordScreen } from '../features/sign-in/account/ForgotPasswordScreen.tsx';
import { loadTranslations } from '../lib/i18n/translations.ts';

/** Forgot password (specification, section 2). */
export const Route = createFileRoute('/forgot-password')({
  component: Screen,
  staticData: { title: 'account:forgot.title' },
  loader: () => loadTranslations('account', 'auth', 'validation', 'errors'),
});

function Screen() {
  return <ForgotPasswordScreen email={useLocation().state.email ?? ''} />;
}
