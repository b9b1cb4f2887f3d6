import { createFileRoute } from '@tanstack/react-router';
import { loadWords } from '../lib/i18n/words.ts';

/** Confirm identity or sign up (specification, section 2); after a One Shot Check its token stands behind `#`, which no server sees. */
export const Route = createFileRoute('/confirm-identity')({
  staticData: { title: 'account:signUp.title' },
  loader: () => loadWords('account', 'auth', 'validation', 'errors'),
});
