import { createFileRoute } from '@tanstack/react-router';
import { MissionScreen } from '../../../features/missions/MissionScreen.tsx';
import { missionQuery } from '../../../features/missions/missions.queries.ts';
import { loadWords } from '../../../lib/i18n/words.ts';
import { prefetchThing } from '../../../lib/records/known-title.ts';

/** One mission and its report. */
export const Route = createFileRoute('/_app/missions/$id')({
  component: Screen,
  staticData: { title: 'missions:detail.title' },
  loader: ({ context, params }) =>
    Promise.all([
      loadWords('missions', 'enums', 'validation'),
      prefetchThing(context.queryClient, 'check', params.id, missionQuery(params.id)),
    ]),
});

function Screen() {
  const { id } = Route.useParams();
  return <MissionScreen key={id} id={id} />;
}
