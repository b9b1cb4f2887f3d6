import { createFileRoute } from '@tanstack/react-router';
import { loadWords } from '../lib/i18n/words.ts';

/** Reset password (specification, section 2); the link's token stands behind `#`, which no server sees. */
export const Route = createFileRoute('/reset-password')({
  staticData: { title: 'account:reset.title' },
  loader: () => loadWords('account', 'auth', 'validation', 'errors'),
});
