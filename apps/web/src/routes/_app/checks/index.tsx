import { LISTS } from '@checkwell/domain/lists/lists';
import { createFileRoute } from '@tanstack/react-router';
import { checksQuery, viewedCompanyId } from '../../../features/checks/checks.queries.ts';
import { ChecksScreen } from '../../../features/checks/list/ChecksScreen.tsx';
import { prefetch } from '../../../lib/api/query.ts';
import { loadTranslations } from '../../../lib/i18n/translations.ts';
import { openList } from '../../../lib/lists/list-views.ts';

/** Checks in progress (specification, section 2). */
export const Route = createFileRoute('/_app/checks/')({
  component: ChecksScreen,
  staticData: { title: 'checks:list.title' },
  validateSearch: LISTS.checks.search,
  loaderDeps: ({ search }) => search,
  loader: async ({ context, location, deps, cause }) => {
    const { queryClient } = context;
    const translations = loadTranslations('checks', 'checkFields', 'comments', 'enums', 'validation');
    const rows = async () => prefetch(queryClient, checksQuery(deps, await viewedCompanyId(queryClient)), cause);
    await Promise.all([rows(), openList('checks', { context, location, cause })]);
    await translations;
  },
});
