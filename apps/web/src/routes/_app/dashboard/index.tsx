import { createFileRoute } from '@tanstack/react-router';
import { DashboardScreen } from '../../../features/dashboard/DashboardScreen.tsx';
import { dashboardSearch } from '../../../features/dashboard/dashboard-search.ts';
import { loadTranslations } from '../../../lib/i18n/translations.ts';

/** The dashboard of a company (specification, section 2). */
export const Route = createFileRoute('/_app/dashboard/')({
  component: DashboardScreen,
  staticData: { title: 'dashboard:title' },
  validateSearch: dashboardSearch.parse,
  loader: () => loadTranslations('dashboard', 'enums', 'validation'),
});
