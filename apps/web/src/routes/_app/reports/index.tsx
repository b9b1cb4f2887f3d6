import { LISTS } from '@checkwell/domain/lists/lists';
import { createFileRoute } from '@tanstack/react-router';
import { viewedReportsQuery } from '../../../features/checks/checks.queries.ts';
import { ReportsScreen } from '../../../features/checks/list/ReportsScreen.tsx';
import { prefetch } from '../../../lib/api/query.ts';
import { loadTranslations } from '../../../lib/i18n/translations.ts';
import { openList } from '../../../lib/lists/list-views.ts';

/** Check reports (specification, section 2). */
export const Route = createFileRoute('/_app/reports/')({
  component: ReportsScreen,
  staticData: { title: 'reports:list.title' },
  validateSearch: LISTS.reports.search,
  loaderDeps: ({ search }) => search,
  loader: async ({ context, location, deps, cause }) => {
    const { queryClient } = context;
    const translations = loadTranslations('checks', 'checkFields', 'reports', 'enums', 'validation');
    const rows = async () => prefetch(queryClient, await viewedReportsQuery(queryClient, deps), cause);
    await Promise.all([rows(), openList('reports', { context, location, cause })]);
    await translations;
  },
});
