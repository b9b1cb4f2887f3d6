import { createFileRoute } from '@tanstack/react-router';
import { AvailabilityScreen } from '../../features/missions/AvailabilityScreen.tsx';
import { loadTranslations } from '../../lib/i18n/translations.ts';

/** The weekly hours of a doctor. */
export const Route = createFileRoute('/_app/availability')({
  component: AvailabilityScreen,
  staticData: { title: 'missions:hours.title' },
  loader: () => loadTranslations('missions', 'validation'),
});
