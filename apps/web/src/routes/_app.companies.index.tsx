import { createFileRoute } from '@tanstack/react-router';
import { companiesQuery } from '../features/settings/companies/companies.queries.ts';
import { companiesSearch } from '../features/settings/companies/companies-search.ts';
import { prefetch } from '../lib/query.ts';
import { loadWords } from '../lib/words.ts';

/** The companies that the provider works for. */
export const Route = createFileRoute('/_app/companies/')({
  staticData: { title: 'companies:title' },
  validateSearch: companiesSearch,
  loaderDeps: ({ search: { add: _add, name: _name, companyNumber: _number, signUp: _signUp, ...list } }) => list,
  loader: ({ context, deps, cause }) =>
    Promise.all([loadWords('companies', 'settings', 'enums', 'validation'), prefetch(context.queryClient, companiesQuery(deps), cause)]),
});
