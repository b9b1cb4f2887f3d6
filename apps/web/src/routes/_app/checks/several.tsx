import { createFileRoute } from '@tanstack/react-router';
import { certificateQuery } from '../../../features/order/order.queries.ts';
import { severalOrdersSearch } from '../../../features/order/order-search.ts';
import { SeveralOrdersScreen } from '../../../features/order/several/SeveralOrdersScreen.tsx';
import { prefetch } from '../../../lib/api/query.ts';
import { loadTranslations } from '../../../lib/i18n/translations.ts';

/** Several checks at once, each on a certificate. */
export const Route = createFileRoute('/_app/checks/several')({
  component: SeveralOrdersScreen,
  staticData: { title: 'order:several.title' },
  validateSearch: severalOrdersSearch,
  loaderDeps: ({ search: { certificateIds } }) => ({ certificateIds }),
  loader: ({ context, deps: { certificateIds = [] } }) =>
    Promise.all([
      loadTranslations('order', 'checkFields', 'enums', 'validation', 'errors'),
      ...certificateIds.map((id) => prefetch(context.queryClient, certificateQuery(id))),
    ]),
});
