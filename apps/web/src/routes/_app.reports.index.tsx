import { createFileRoute } from '@tanstack/react-router';
import { viewedReportsQuery } from '../features/checks/checks.queries.ts';
import { reportsSearch } from '../features/checks/list-search.ts';
import { prefetch } from '../lib/query.ts';
import { loadWords } from '../lib/words.ts';

/** Check reports (specification, section 2). */
export const Route = createFileRoute('/_app/reports/')({
  staticData: { title: 'reports:list.title' },
  validateSearch: reportsSearch,
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient }, deps, cause }) => {
    const words = loadWords('checks', 'reports', 'enums', 'validation');
    await prefetch(queryClient, await viewedReportsQuery(queryClient, deps), cause);
    await words;
  },
});
