import { createFileRoute, redirect } from '@tanstack/react-router';
import { loadWords } from '../lib/i18n/words.ts';
import { session } from '../lib/session/session.ts';

/** Where somebody sets up the second step that everyone of their company must have (docs/decisions/0018). */
export const Route = createFileRoute('/second-step')({
  staticData: { title: 'protection:setUp.title' },
  beforeLoad: async () => {
    if ((await session.settle()) !== 'signedIn') throw redirect({ to: '/' });
  },
  loader: () => loadWords('protection', 'auth', 'errors', 'validation'),
});
