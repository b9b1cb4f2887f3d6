import { createFileRoute } from '@tanstack/react-router';
import { OrderScreen } from '../../../features/order/OrderScreen.tsx';
import { certificateQuery, employeeQuery, parentCheckQuery } from '../../../features/order/order.queries.ts';
import { orderSearch } from '../../../features/order/order-search.ts';
import { loadIncapacityStep } from '../../../features/order/steps/incapacity-step.ts';
import { prefetch } from '../../../lib/api/query.ts';
import { loadTranslations } from '../../../lib/i18n/translations.ts';

/** New check (specification, section 2); prefilled when it is opened from a certificate or an employee. */
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
      // With a known employee the order starts at the second step, whose code is loaded here.
      (certificateId ?? employeeId ?? parentCheckId) && loadIncapacityStep(),
    ]),
});
