import { createFileRoute } from '@tanstack/react-router';
import { dashboardSearch } from '../features/dashboard/period.ts';
import { loadWords } from '../lib/words.ts';

/** Figures of a company (specification, section 2). */
export const Route = createFileRoute('/_app/dashboard')({
  staticData: { title: 'dashboard:title' },
  validateSearch: dashboardSearch,
  loader: () => loadWords('dashboard', 'enums', 'validation'),
});
