import { createFileRoute } from '@tanstack/react-router';
import { missionQuery } from '../features/missions/missions.queries.ts';
import { prefetch } from '../lib/query.ts';
import { loadWords } from '../lib/words.ts';

/** One mission and its report. */
export const Route = createFileRoute('/_app/missions/$id')({
  staticData: { title: 'missions:detail.title' },
  loader: ({ context, params }) =>
    Promise.all([loadWords('missions', 'enums', 'validation'), prefetch(context.queryClient, missionQuery(params.id))]),
});
