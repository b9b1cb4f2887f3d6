import { createFileRoute, useLocation } from '@tanstack/react-router';
import { ResetPasswordScreen } from '../features/sign-in/account/ResetPasswordScreen.tsx';
import { loadTranslations } from '../lib/i18n/translations.ts';

/** Reset password (specification, section 2); the token of the link is in the fragment of the URL, which is not sent to servers. */
export const Route = createFileRoute('/reset-password')({
  component: Screen,
  staticData: { title: 'account:reset.title' },
  loader: () => loadTranslations('account', 'auth', 'validation', 'errors'),
});

function Screen() {
  const token = useLocation().hash;
  return <ResetPasswordScreen key={token} token={token} />;
}
