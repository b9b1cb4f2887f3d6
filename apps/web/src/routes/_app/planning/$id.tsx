import { createFileRoute } from '@tanstack/react-router';
import { PlanningCheckScreen } from '../../../features/planning/PlanningCheckScreen.tsx';
import { planningCheckQuery } from '../../../features/planning/planning.queries.ts';
import { loadTranslations } from '../../../lib/i18n/translations.ts';
import { prefetchRecord } from '../../../lib/records/known-title.ts';
import { Skeleton } from '../../../ui/content/Skeleton.tsx';
import { LazyPart, lazy } from '../../../ui/overlays/lazy.tsx';

/** One check, for a planner. */
export const Route = createFileRoute('/_app/planning/$id')({
  component: Screen,
  staticData: { title: 'planning:detail.facts' },
  loader: ({ context, params }) =>
    Promise.all([
      loadTranslations('planning', 'checks', 'checkFields', 'comments', 'deadlines'),
      loadTranslations('offers', 'order', 'saidAddress', 'enums', 'validation'),
      prefetchRecord(context.queryClient, 'check', params.id, planningCheckQuery(params.id)),
    ]),
});

/** The dialog of employers, because planners cancel with the same fee and reasons. */
const CANCEL = lazy(async () => (await import('../../../features/checks/change/CancelDialog.tsx')).CancelDialog);
/** Lazy loading, because the comments are below the main content. */
const COMMENTS = lazy(async () => (await import('../../../features/comments/CheckComments.tsx')).CheckComments);

function Screen() {
  const { id } = Route.useParams();
  const comments = <LazyPart part={COMMENTS} props={{ checkId: id }} fallback={<Skeleton height="12rem" />} />;
  return <PlanningCheckScreen key={id} id={id} cancelDialog={CANCEL} comments={comments} />;
}
