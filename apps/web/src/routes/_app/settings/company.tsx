import { createFileRoute } from '@tanstack/react-router';
import { CompanyScreen } from '../../../features/settings/company/CompanyScreen.tsx';
import { companyQuery, costCentresQuery, invoicesQuery } from '../../../features/settings/company/company.queries.ts';
import { companyWith } from '../../../features/settings/settings.queries.ts';
import { prefetch } from '../../../lib/api/query.ts';
import { loadTranslations } from '../../../lib/i18n/translations.ts';

/** Settings: the company, its rules about absences and its cost centres. */
export const Route = createFileRoute('/_app/settings/company')({
  component: CompanyScreen,
  staticData: { title: 'settings:company.title' },
  loader: async ({ context: { queryClient } }) => {
    const translations = loadTranslations('settings', 'companyFields', 'enums', 'validation');
    const company = await companyWith('company.read', queryClient);
    if (company)
      await Promise.all([
        prefetch(queryClient, companyQuery(company.id)),
        prefetch(queryClient, costCentresQuery(company.id)),
        ...(company.abilities.includes('invoice.read') ? [prefetch(queryClient, invoicesQuery(company.id))] : []),
      ]);
    await translations;
  },
});
