import { createFileRoute } from '@tanstack/react-router';
import { IdentityScreen } from '../../../features/identities/IdentityScreen.tsx';
import { signUpQuery } from '../../../features/identities/identities.queries.ts';
import { prefetch } from '../../../lib/api/query.ts';
import { loadTranslations } from '../../../lib/i18n/translations.ts';

/** One request for access. */
export const Route = createFileRoute('/_app/identities/$id')({
  component: IdentityScreen,
  staticData: { title: 'identities:request' },
  loader: ({ context, params }) =>
    Promise.all([
      loadTranslations('identities', 'personFields', 'companyFields', 'enums', 'settings', 'validation'),
      prefetch(context.queryClient, signUpQuery(params.id)),
    ]),
});
