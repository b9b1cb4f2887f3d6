import { createFileRoute } from '@tanstack/react-router';
import { checkQuery } from '../features/checks/checks.queries.ts';
import { prefetchThing } from '../lib/known-title.ts';
import { loadWords } from '../lib/words.ts';

/** One check in progress. */
export const Route = createFileRoute('/_app/checks/$id')({
  staticData: { title: 'checks:detail.check' },
  loader: ({ context, params }) =>
    Promise.all([
      loadWords('checks', 'reports', 'enums', 'validation'),
      prefetchThing(context.queryClient, 'check', params.id, checkQuery(params.id)),
    ]),
});
