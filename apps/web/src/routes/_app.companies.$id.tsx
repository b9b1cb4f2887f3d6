import { createFileRoute } from '@tanstack/react-router';
import { clientChecksQuery } from '../features/settings/companies/companies.queries.ts';
import { companyQuery, invoicesQuery } from '../features/settings/company.queries.ts';
import { prefetch } from '../lib/query.ts';
import { loadWords } from '../lib/words.ts';

/** One company that the provider works for. */
export const Route = createFileRoute('/_app/companies/$id')({
  staticData: { title: 'companies:detail.title' },
  loader: ({ context, params }) =>
    Promise.all([
      loadWords('companies', 'settings', 'enums', 'validation'),
      prefetch(context.queryClient, companyQuery(params.id)),
      prefetch(context.queryClient, clientChecksQuery(params.id)),
      prefetch(context.queryClient, invoicesQuery(params.id)),
    ]),
});
