import { LISTS } from '@checkwell/domain/lists/lists';
import { createFileRoute } from '@tanstack/react-router';
import { PlanningScreen } from '../../../features/planning/PlanningScreen.tsx';
import { boardQuery } from '../../../features/planning/planning.queries.ts';
import { prefetch } from '../../../lib/api/query.ts';
import { loadTranslations } from '../../../lib/i18n/translations.ts';
import { openList } from '../../../lib/lists/list-views.ts';

/** The planner's board. */
export const Route = createFileRoute('/_app/planning/')({
  component: PlanningScreen,
  staticData: { title: 'planning:board.title' },
  validateSearch: LISTS.planning.search,
  loaderDeps: ({ search }) => search,
  loader: ({ context, location, deps, cause }) =>
    Promise.all([
      openList('planning', { context, location, cause }),
      loadTranslations('planning', 'checkFields', 'comments', 'enums'),
      prefetch(context.queryClient, boardQuery(deps), cause),
    ]),
});
