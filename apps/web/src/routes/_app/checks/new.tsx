import { createFileRoute } from '@tanstack/react-router';
import { OrderScreen } from '../../../features/order/OrderScreen.tsx';
import { certificateQuery, employeeQuery, parentCheckQuery } from '../../../features/order/order.queries.ts';
import { orderSearch } from '../../../features/order/order-search.ts';
import { loadIncapacityStep } from '../../../features/order/steps/incapacity-step.ts';
import { prefetch } from '../../../lib/api/query.ts';
import { loadTranslations } from '../../../lib/i18n/translations.ts';

/** New check (specification, section 2); opened from a certificate or an employee, it starts filled in. */
export const Route = createFileRoute('/_app/checks/new')({
  component: OrderScreen,
  staticData: { title: 'order:title' },
  validateSearch: orderSearch,
  loaderDeps: ({ search: { certificateId, employeeId, parentCheckId } }) => ({ certificateId, employeeId, parentCheckId }),
  loader: ({ context, deps: { certificateId, employeeId, parentCheckId } }) =>
    Promise.all([
      loadTranslations('order', 'checkFields', 'enums', 'validation', 'errors'),
      certificateId && prefetch(context.queryClient, certificateQuery(certificateId)),
      employeeId && prefetch(context.queryClient, employeeQuery(employeeId)),
      parentCheckId && prefetch(context.queryClient, parentCheckQuery(parentCheckId)),
      // Who is known already is not asked for again: the order begins with the second step.
      (certificateId ?? employeeId ?? parentCheckId) && loadIncapacityStep(),
    ]),
});
