import { createFileRoute } from '@tanstack/react-router';
import { loadWords } from '../lib/i18n/words.ts';

/** Where a One Shot Check stands: the link of its mails. */
export const Route = createFileRoute('/one-shot-check/$token')({
  staticData: { title: 'oneShot:status.title' },
  loader: () => loadWords('oneShot', 'enums', 'auth', 'validation', 'errors'),
});
