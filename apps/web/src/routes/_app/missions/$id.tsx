import { createFileRoute } from '@tanstack/react-router';
import { MissionScreen } from '../../../features/missions/MissionScreen.tsx';
import { missionQuery } from '../../../features/missions/missions.queries.ts';
import { loadTranslations } from '../../../lib/i18n/translations.ts';
import { prefetchRecord } from '../../../lib/records/known-title.ts';
import { Skeleton } from '../../../ui/content/Skeleton.tsx';
import { LazyPart, lazy } from '../../../ui/overlays/lazy.tsx';

/** One mission and its report. */
export const Route = createFileRoute('/_app/missions/$id')({
  component: Screen,
  staticData: { title: 'missions:detail.title' },
  loader: ({ context, params }) =>
    Promise.all([
      loadTranslations('missions', 'checkFields', 'comments', 'deadlines', 'saidAddress', 'enums', 'validation', 'errors'),
      prefetchRecord(context.queryClient, 'check', params.id, missionQuery(params.id)),
    ]),
});

/** Lazy loading, because the comments are below the main content. */
const COMMENTS = lazy(async () => (await import('../../../features/comments/CheckComments.tsx')).CheckComments);

function Screen() {
  const { id } = Route.useParams();
  const comments = <LazyPart part={COMMENTS} props={{ checkId: id }} fallback={<Skeleton height="12rem" />} />;
  return <MissionScreen key={id} id={id} comments={comments} />;
}
