import { createFileRoute } from '@tanstack/react-router';
import { IdentityScreen } from '../../../features/identities/IdentityScreen.tsx';
import { signUpQuery } from '../../../features/identities/identities.queries.ts';
import { prefetch } from '../../../lib/api/query.ts';
import { loadWords } from '../../../lib/i18n/words.ts';

/** One request for access. */
export const Route = createFileRoute('/_app/identities/$id')({
  component: IdentityScreen,
  staticData: { title: 'identities:request' },
  loader: ({ context, params }) =>
    Promise.all([loadWords('identities', 'enums', 'settings', 'validation'), prefetch(context.queryClient, signUpQuery(params.id))]),
});
