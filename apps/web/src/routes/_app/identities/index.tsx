import { PLAIN_LISTS } from '@checkwell/domain/lists/lists';
import { createFileRoute } from '@tanstack/react-router';
import { IdentitiesScreen } from '../../../features/identities/IdentitiesScreen.tsx';
import { figuresQuery, signUpsQuery } from '../../../features/identities/identities.queries.ts';
import { prefetch } from '../../../lib/api/query.ts';
import { loadTranslations } from '../../../lib/i18n/translations.ts';

/** The requests for access, for the provider's team. */
export const Route = createFileRoute('/_app/identities/')({
  component: IdentitiesScreen,
  staticData: { title: 'identities:title' },
  validateSearch: PLAIN_LISTS.signUps.search,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient }, deps, cause }) =>
    Promise.all([
      loadTranslations('identities', 'personFields', 'enums'),
      prefetch(queryClient, signUpsQuery(deps), cause),
      prefetch(queryClient, figuresQuery, cause),
    ]),
});
