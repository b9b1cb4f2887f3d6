import { createFileRoute } from '@tanstack/react-router';
import { AvailabilityScreen } from '../../features/missions/AvailabilityScreen.tsx';
import { loadWords } from '../../lib/i18n/words.ts';

/** The weekly hours of a doctor. */
export const Route = createFileRoute('/_app/availability')({
  component: AvailabilityScreen,
  staticData: { title: 'missions:hours.title' },
  loader: () => loadWords('missions', 'validation'),
});
