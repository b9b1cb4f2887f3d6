import { createFileRoute } from '@tanstack/react-router';
import { ProtectionCard } from '../../../features/protection/ProtectionCard.tsx';
import { protectionQuery } from '../../../features/protection/protection.queries.ts';
import { ProfileScreen } from '../../../features/settings/profile/ProfileScreen.tsx';
import { sessionsQuery } from '../../../features/settings/settings.queries.ts';
import { signOut } from '../../../features/shell/sign-out/sign-out.ts';
import { prefetch } from '../../../lib/api/query.ts';
import { loadTranslations } from '../../../lib/i18n/translations.ts';

/** Settings: the user's own profile (specification, section 2). */
export const Route = createFileRoute('/_app/settings/profile')({
  component: () => <ProfileScreen protection={<ProtectionCard />} onSignOut={signOut} />,
  staticData: { title: 'settings:profile.title' },
  loader: ({ context }) =>
    Promise.all([
      loadTranslations('settings', 'personFields', 'protection', 'auth', 'account', 'enums', 'errors', 'validation'),
      prefetch(context.queryClient, sessionsQuery),
      prefetch(context.queryClient, protectionQuery),
    ]),
});
