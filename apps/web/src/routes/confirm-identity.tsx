import { SECRET_TOKEN } from '@checkwell/domain/secret-token';
import { createFileRoute, useLocation } from '@tanstack/react-router';
import { ConfirmIdentityScreen } from '../features/sign-in/account/ConfirmIdentityScreen.tsx';
import { loadTranslations } from '../lib/i18n/translations.ts';

/** Confirm identity or sign up (specification, section 2); after a One Shot Check its token is in the fragment of the URL, which is not sent to servers. */
export const Route = createFileRoute('/confirm-identity')({
  component: Screen,
  staticData: { title: 'account:signUp.title' },
  loader: () => loadTranslations('account', 'auth', 'validation', 'errors'),
});

function Screen() {
  const { state, hash } = useLocation();
  const orderToken = SECRET_TOKEN.test(hash) ? hash : '';
  return <ConfirmIdentityScreen key={orderToken} microsoftTicket={state.microsoftTicket} orderToken={orderToken} />;
}
