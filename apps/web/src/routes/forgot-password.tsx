import { createFileRoute } from '@tanstack/react-router';
import { loadWords } from '../lib/i18n/words.ts';

/** Forgot password (specification, section 2). */
export const Route = createFileRoute('/forgot-password')({
  staticData: { title: 'account:forgot.title' },
  loader: () => loadWords('account', 'auth', 'validation', 'errors'),
});
