import { PLAIN_LISTS } from '@checkwell/domain/lists/lists';
import { createFileRoute } from '@tanstack/react-router';
import { TeamScreen } from '../../features/settings/team/TeamScreen.tsx';
import { teamQuery } from '../../features/settings/team/team.queries.ts';
import { prefetch } from '../../lib/api/query.ts';
import { loadTranslations } from '../../lib/i18n/translations.ts';

/** The users of the provider's team. */
export const Route = createFileRoute('/_app/team/')({
  component: TeamScreen,
  staticData: { title: 'settings:team.title' },
  validateSearch: PLAIN_LISTS.team.search,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps, cause }) =>
    Promise.all([
      loadTranslations('settings', 'personFields', 'enums', 'validation'),
      prefetch(context.queryClient, teamQuery(deps), cause),
    ]),
});
