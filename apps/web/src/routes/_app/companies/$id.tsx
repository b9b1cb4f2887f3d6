import { createFileRoute } from '@tanstack/react-router';
import { ClientScreen } from '../../../features/settings/companies/ClientScreen.tsx';
import { clientChecksQuery } from '../../../features/settings/companies/companies.queries.ts';
import { companyQuery, invoicesQuery } from '../../../features/settings/company/company.queries.ts';
import { loadTranslations } from '../../../lib/i18n/translations.ts';
import { prefetchRecord } from '../../../lib/records/known-title.ts';

/** One client company, for the provider's team. */
export const Route = createFileRoute('/_app/companies/$id')({
  component: ClientScreen,
  staticData: { title: 'companies:detail.title' },
  loader: ({ context, params }) =>
    Promise.all([
      loadTranslations('companies', 'personFields', 'companyFields', 'settings', 'enums', 'validation'),
      prefetchRecord(context.queryClient, 'company', params.id, companyQuery(params.id)),
      prefetchRecord(context.queryClient, 'company', params.id, clientChecksQuery(params.id)),
      prefetchRecord(context.queryClient, 'company', params.id, invoicesQuery(params.id)),
    ]),
});
