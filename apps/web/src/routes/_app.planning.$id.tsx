import { createFileRoute } from '@tanstack/react-router';
import { planningCheckQuery } from '../features/planning/planning.queries.ts';
import { loadWords } from '../lib/i18n/words.ts';
import { prefetchThing } from '../lib/records/known-title.ts';

/** One order on the planner's desk. */
export const Route = createFileRoute('/_app/planning/$id')({
  staticData: { title: 'planning:detail.facts' },
  loader: ({ context, params }) =>
    Promise.all([
      loadWords('planning', 'checks', 'order', 'enums', 'validation'),
      prefetchThing(context.queryClient, 'check', params.id, planningCheckQuery(params.id)),
    ]),
});
