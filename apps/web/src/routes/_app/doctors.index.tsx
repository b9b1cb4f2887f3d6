import { LISTS } from '@checkwell/domain/lists/lists';
import { createFileRoute } from '@tanstack/react-router';
import { DoctorsScreen } from '../../features/planning/DoctorsScreen.tsx';
import { doctorsListQuery } from '../../features/planning/planning.queries.ts';
import { prefetch } from '../../lib/api/query.ts';
import { loadTranslations } from '../../lib/i18n/translations.ts';
import { openList } from '../../lib/lists/list-views.ts';

/** The doctors of the network. */
export const Route = createFileRoute('/_app/doctors/')({
  component: DoctorsScreen,
  staticData: { title: 'planning:doctors.title' },
  validateSearch: LISTS.doctors.search,
  loaderDeps: ({ search }) => search,
  loader: ({ context, location, deps, cause }) =>
    Promise.all([
      openList('doctors', { context, location, cause }),
      loadTranslations('planning', 'personFields', 'settings', 'enums', 'validation'),
      prefetch(context.queryClient, doctorsListQuery(deps), cause),
    ]),
});
