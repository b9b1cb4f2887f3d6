import { createFileRoute, redirect } from '@tanstack/react-router';

/** The settings open with the user's own profile. */
export const Route = createFileRoute('/_app/settings/')({
  beforeLoad: () => {
    throw redirect({ to: '/settings/profile', replace: true });
  },
});
