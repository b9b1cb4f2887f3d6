import { createFileRoute } from '@tanstack/react-router';
import { loadWords } from '../lib/i18n/words.ts';

/** The weekly hours of a doctor. */
export const Route = createFileRoute('/_app/availability')({
  staticData: { title: 'missions:hours.title' },
  loader: () => loadWords('missions', 'validation'),
});
