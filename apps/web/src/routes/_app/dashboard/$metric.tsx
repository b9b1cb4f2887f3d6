import { createFileRoute, notFound } from '@tanstack/react-router';
import { rowsSearch } from '../../../features/dashboard/dashboard-search.ts';
import { isMetric } from '../../../features/dashboard/metric.ts';
import { RowsScreen } from '../../../features/dashboard/RowsScreen.tsx';
import { loadTranslations } from '../../../lib/i18n/translations.ts';

/** The checks behind a figure of the dashboard. */
export const Route = createFileRoute('/_app/dashboard/$metric')({
  component: Screen,
  staticData: { title: 'dashboard:title' },
  validateSearch: rowsSearch.parse,
  loader: async ({ params: { metric } }) => {
    if (!isMetric(metric)) throw notFound();
    await loadTranslations('dashboard', 'enums', 'validation');
    return metric;
  },
});

function Screen() {
  return <RowsScreen metric={Route.useLoaderData()} />;
}
