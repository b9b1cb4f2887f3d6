import { ONE_SHOT_TOKEN } from '@checkwell/domain/one-shot/limits';
import { createLazyFileRoute, useLocation } from '@tanstack/react-router';
import { ConfirmIdentityScreen } from '../features/sign-in/account/ConfirmIdentityScreen.tsx';

export const Route = createLazyFileRoute('/confirm-identity')({
  component: function Screen() {
    const { state, hash } = useLocation();
    const orderToken = ONE_SHOT_TOKEN.test(hash) ? hash : '';
    return <ConfirmIdentityScreen key={orderToken} microsoftTicket={state.microsoftTicket} orderToken={orderToken} />;
  },
});
