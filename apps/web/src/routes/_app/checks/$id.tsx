import { createFileRoute } from '@tanstack/react-router';
import { CheckScreen } from '../../../features/checks/CheckScreen.tsx';
import { checkQuery } from '../../../features/checks/check.queries.ts';
import { loadTranslations } from '../../../lib/i18n/translations.ts';
import { prefetchRecord } from '../../../lib/records/known-title.ts';
import { Skeleton } from '../../../ui/content/Skeleton.tsx';
import { LazyPart, lazy } from '../../../ui/overlays/lazy.tsx';

/** One check in progress. */
export const Route = createFileRoute('/_app/checks/$id')({
  component: Screen,
  staticData: { title: 'checks:detail.check' },
  loader: ({ context, params }) =>
    Promise.all([
      loadTranslations('checks', 'checkFields', 'comments', 'deadlines', 'reports'),
      loadTranslations('sentCertificates', 'travelClaims', 'enums', 'validation'),
      prefetchRecord(context.queryClient, 'check', params.id, checkQuery(params.id)),
    ]),
});

/** Lazy loading, because the comments are below the main content. */
const COMMENTS = lazy(async () => (await import('../../../features/comments/CheckComments.tsx')).CheckComments);

function Screen() {
  const { id } = Route.useParams();
  return <CheckScreen comments={<LazyPart key={id} part={COMMENTS} props={{ checkId: id }} fallback={<Skeleton height="12rem" />} />} />;
}
