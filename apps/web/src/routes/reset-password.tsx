import { createFileRoute, useLocation } from '@tanstack/react-router';
import { ResetPasswordScreen } from '../features/sign-in/account/ResetPasswordScreen.tsx';
import { loadWords } from '../lib/i18n/words.ts';

/** Reset password (specification, section 2); the link's token stands behind `#`, which no server sees. */
export const Route = createFileRoute('/reset-password')({
  component: Screen,
  staticData: { title: 'account:reset.title' },
  loader: () => loadWords('account', 'auth', 'validation', 'errors'),
});

function Screen() {
  const token = useLocation().hash;
  return <ResetPasswordScreen key={token} token={token} />;
}
