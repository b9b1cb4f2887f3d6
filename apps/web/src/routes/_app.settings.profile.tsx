import { createFileRoute } from '@tanstack/react-router';
import { sessionsQuery } from '../features/settings/settings.queries.ts';
import { prefetch } from '../lib/query.ts';
import { loadWords } from '../lib/words.ts';

/** Settings: the own profile (specification, section 2). */
export const Route = createFileRoute('/_app/settings/profile')({
  staticData: { title: 'settings:profile.title' },
  loader: ({ context }) => Promise.all([loadWords('settings', 'enums', 'validation'), prefetch(context.queryClient, sessionsQuery)]),
});
