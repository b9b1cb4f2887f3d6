import { createFileRoute } from '@tanstack/react-router';
import { employeesQuery, shownCompanyId } from '../features/employees/employees.queries.ts';
import { employeesSearch, listPart } from '../features/employees/list-search.ts';
import { prefetch } from '../lib/query.ts';
import { loadWords } from '../lib/words.ts';

/** The employees of the company. */
export const Route = createFileRoute('/_app/employees/')({
  staticData: { title: 'employees:list.title' },
  validateSearch: employeesSearch,
  loaderDeps: ({ search }) => listPart(search),
  loader: async ({ context: { queryClient }, deps, cause }) => {
    const words = loadWords('employees', 'enums', 'validation');
    await prefetch(queryClient, employeesQuery(deps, await shownCompanyId(queryClient)), cause);
    await words;
  },
});
