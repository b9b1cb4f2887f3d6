import { createFileRoute } from '@tanstack/react-router';
import { CompaniesScreen } from '../../../features/settings/companies/CompaniesScreen.tsx';
import { companiesQuery } from '../../../features/settings/companies/companies.queries.ts';
import { companiesSearch } from '../../../features/settings/companies/companies-search.ts';
import { prefetch } from '../../../lib/api/query.ts';
import { loadTranslations } from '../../../lib/i18n/translations.ts';
import { openList } from '../../../lib/lists/list-views.ts';

/** The client companies, for the provider's team. */
export const Route = createFileRoute('/_app/companies/')({
  component: CompaniesScreen,
  staticData: { title: 'companies:title' },
  validateSearch: companiesSearch,
  loaderDeps: ({ search: { add: _add, name: _name, companyNumber: _number, signUp: _signUp, ...list } }) => list,
  loader: ({ context, location, deps, cause }) =>
    Promise.all([
      openList('companies', { context, location, cause }),
      loadTranslations('companies', 'personFields', 'companyFields', 'settings', 'enums', 'validation'),
      prefetch(context.queryClient, companiesQuery(deps), cause),
    ]),
});
