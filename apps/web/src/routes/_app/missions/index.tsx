import { createFileRoute } from '@tanstack/react-router';
import { MissionsScreen } from '../../../features/missions/MissionsScreen.tsx';
import { missionsQuery } from '../../../features/missions/missions.queries.ts';
import { prefetch } from '../../../lib/api/query.ts';
import { loadTranslations } from '../../../lib/i18n/translations.ts';

/** A doctor's planned missions. */
export const Route = createFileRoute('/_app/missions/')({
  component: MissionsScreen,
  staticData: { title: 'missions:list.title' },
  loader: ({ context }) =>
    Promise.all([
      loadTranslations('missions', 'checkFields', 'comments', 'offers', 'enums', 'validation', 'errors'),
      prefetch(context.queryClient, missionsQuery),
    ]),
});
