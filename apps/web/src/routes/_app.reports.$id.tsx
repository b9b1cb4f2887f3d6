import { createFileRoute } from '@tanstack/react-router';
import { checkQuery } from '../features/checks/checks.queries.ts';
import { prefetchThing } from '../lib/known-title.ts';
import { loadWords } from '../lib/words.ts';

/** The report of one check. */
export const Route = createFileRoute('/_app/reports/$id')({
  staticData: { title: 'reports:detail.result' },
  loader: ({ context, params }) =>
    Promise.all([loadWords('checks', 'reports', 'enums'), prefetchThing(context.queryClient, 'check', params.id, checkQuery(params.id))]),
});
