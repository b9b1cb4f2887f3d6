import { cursor, searchParams } from '@checkwell/domain/lists/search-params';
import { createFileRoute } from '@tanstack/react-router';
import { DoneMissionsScreen } from '../../../features/missions/MissionsScreen.tsx';
import { doneMissionsQuery } from '../../../features/missions/missions.queries.ts';
import { prefetch } from '../../../lib/api/query.ts';
import { loadTranslations } from '../../../lib/i18n/translations.ts';

/** A doctor's completed missions. */
export const Route = createFileRoute('/_app/missions/done')({
  component: Screen,
  staticData: { title: 'missions:list.done' },
  validateSearch: searchParams({ after: cursor }),
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps, cause }) =>
    Promise.all([loadTranslations('missions', 'comments', 'enums'), prefetch(context.queryClient, doneMissionsQuery(deps.after), cause)]),
});

function Screen() {
  return <DoneMissionsScreen after={Route.useSearch().after} />;
}
