import { createFileRoute } from '@tanstack/react-router';
import { protectionQuery } from '../features/protection/protection.queries.ts';
import { sessionsQuery } from '../features/settings/settings.queries.ts';
import { prefetch } from '../lib/api/query.ts';
import { loadWords } from '../lib/i18n/words.ts';

/** Settings: the own profile (specification, section 2). */
export const Route = createFileRoute('/_app/settings/profile')({
  staticData: { title: 'settings:profile.title' },
  loader: ({ context }) =>
    Promise.all([
      loadWords('settings', 'protection', 'auth', 'account', 'enums', 'errors', 'validation'),
      prefetch(context.queryClient, sessionsQuery),
      prefetch(context.queryClient, protectionQuery),
    ]),
});
