import { createFileRoute } from '@tanstack/react-router';
import { boardSearch } from '../features/planning/board-search.ts';
import { boardQuery } from '../features/planning/planning.queries.ts';
import { prefetch } from '../lib/query.ts';
import { loadWords } from '../lib/words.ts';

/** The planner's board. */
export const Route = createFileRoute('/_app/planning/')({
  staticData: { title: 'planning:board.title' },
  validateSearch: boardSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps, cause }) =>
    Promise.all([loadWords('planning', 'enums'), prefetch(context.queryClient, boardQuery(deps), cause)]),
});
