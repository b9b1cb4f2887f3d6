import { createFileRoute } from '@tanstack/react-router';
import { companyWith } from '../../../features/settings/settings.queries.ts';
import { SuperiorsScreen } from '../../../features/settings/superiors/SuperiorsScreen.tsx';
import { superiorsListQuery } from '../../../features/settings/superiors/superiors.queries.ts';
import { superiorsSearch } from '../../../features/settings/superiors/superiors-search.ts';
import { prefetch } from '../../../lib/api/query.ts';
import { loadTranslations } from '../../../lib/i18n/translations.ts';

/** Settings: the superiors of the company (specification, sections 3 and 7). */
export const Route = createFileRoute('/_app/settings/superiors')({
  component: SuperiorsScreen,
  staticData: { title: 'settings:superiors.title' },
  validateSearch: superiorsSearch,
  loaderDeps: ({ search: { q, sort, desc, after } }) => ({ q, sort, desc, after }),
  loader: async ({ context: { queryClient }, deps, cause }) => {
    const translations = loadTranslations('settings', 'personFields', 'enums', 'validation');
    const company = await companyWith('superior.read', queryClient);
    if (company) await prefetch(queryClient, superiorsListQuery(deps, company.id), cause);
    await translations;
  },
});
