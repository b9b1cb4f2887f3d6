import { createLazyFileRoute, useLocation } from '@tanstack/react-router';
import { ConfirmIdentityScreen } from '../features/sign-in/ConfirmIdentityScreen.tsx';

export const Route = createLazyFileRoute('/confirm-identity')({
  component: function Screen() {
    return <ConfirmIdentityScreen microsoftTicket={useLocation().state.microsoftTicket} />;
  },
});
