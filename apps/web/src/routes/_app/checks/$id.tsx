import { createFileRoute } from '@tanstack/react-router';
import { CheckScreen } from '../../../features/checks/CheckScreen.tsx';
import { checkQuery } from '../../../features/checks/checks.queries.ts';
import { loadWords } from '../../../lib/i18n/words.ts';
import { prefetchThing } from '../../../lib/records/known-title.ts';

/** One check in progress. */
export const Route = createFileRoute('/_app/checks/$id')({
  component: CheckScreen,
  staticData: { title: 'checks:detail.check' },
  loader: ({ context, params }) =>
    Promise.all([
      loadWords('checks', 'reports', 'enums', 'validation'),
      prefetchThing(context.queryClient, 'check', params.id, checkQuery(params.id)),
    ]),
});
