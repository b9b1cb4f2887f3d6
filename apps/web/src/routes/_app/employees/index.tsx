import { createFileRoute } from '@tanstack/react-router';
import { EmployeesScreen } from '../../../features/employees/EmployeesScreen.tsx';
import { employeesQuery, shownCompanyId } from '../../../features/employees/employees.queries.ts';
import { employeesSearch, listPart } from '../../../features/employees/list-search.ts';
import { prefetch } from '../../../lib/api/query.ts';
import { loadTranslations } from '../../../lib/i18n/translations.ts';
import { openList } from '../../../lib/lists/list-views.ts';

/** The employees of the company. */
export const Route = createFileRoute('/_app/employees/')({
  component: EmployeesScreen,
  staticData: { title: 'employees:list.title' },
  validateSearch: employeesSearch,
  loaderDeps: ({ search }) => listPart(search),
  loader: async ({ context, location, deps, cause }) => {
    const { queryClient } = context;
    const translations = loadTranslations('employees', 'employeeFields', 'enums', 'validation');
    const rows = async () => prefetch(queryClient, employeesQuery(deps, await shownCompanyId(queryClient)), cause);
    await Promise.all([rows(), openList('employees', { context, location, cause })]);
    await translations;
  },
});
