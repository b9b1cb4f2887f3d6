import { createFileRoute } from '@tanstack/react-router';
import { checkQuery } from '../../../features/checks/checks.queries.ts';
import { ReportScreen } from '../../../features/checks/ReportScreen.tsx';
import { loadWords } from '../../../lib/i18n/words.ts';
import { prefetchThing } from '../../../lib/records/known-title.ts';

/** The report of one check. */
export const Route = createFileRoute('/_app/reports/$id')({
  component: ReportScreen,
  staticData: { title: 'reports:detail.result' },
  loader: ({ context, params }) =>
    Promise.all([loadWords('checks', 'reports', 'enums'), prefetchThing(context.queryClient, 'check', params.id, checkQuery(params.id))]),
});
