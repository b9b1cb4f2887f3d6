import { createLazyFileRoute, useLocation } from '@tanstack/react-router';
import { ResetPasswordScreen } from '../features/sign-in/account/ResetPasswordScreen.tsx';

export const Route = createLazyFileRoute('/reset-password')({
  component: function Screen() {
    const token = useLocation().hash;
    return <ResetPasswordScreen key={token} token={token} />;
  },
});
