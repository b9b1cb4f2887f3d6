import { createFileRoute } from '@tanstack/react-router';
import { signUpQuery } from '../features/identities/identities.queries.ts';
import { prefetch } from '../lib/query.ts';
import { loadWords } from '../lib/words.ts';

/** One request for access. */
export const Route = createFileRoute('/_app/identities/$id')({
  staticData: { title: 'identities:request' },
  loader: ({ context, params }) =>
    Promise.all([loadWords('identities', 'enums', 'settings', 'validation'), prefetch(context.queryClient, signUpQuery(params.id))]),
});
