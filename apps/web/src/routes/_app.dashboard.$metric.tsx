import { createFileRoute, notFound } from '@tanstack/react-router';
import { rowsSearch } from '../features/dashboard/dashboard-search.ts';
import { isMetric } from '../features/dashboard/metric.ts';
import { loadWords } from '../lib/i18n/words.ts';

/** The checks behind a figure of the dashboard. */
export const Route = createFileRoute('/_app/dashboard/$metric')({
  staticData: { title: 'dashboard:title' },
  validateSearch: rowsSearch.parse,
  loader: async ({ params: { metric } }) => {
    if (!isMetric(metric)) throw notFound();
    await loadWords('dashboard', 'enums', 'validation');
    return metric;
  },
});
