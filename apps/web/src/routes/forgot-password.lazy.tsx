import { createLazyFileRoute, useLocation } from '@tanstack/react-router';
import { ForgotPasswordScreen } from '../features/sign-in/account/ForgotPasswordScreen.tsx';

export const Route = createLazyFileRoute('/forgot-password')({
  component: function Screen() {
    return <ForgotPasswordScreen email={useLocation().state.email ?? ''} />;
  },
});
