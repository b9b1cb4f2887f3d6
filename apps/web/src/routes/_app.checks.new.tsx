import { createFileRoute } from '@tanstack/react-router';
import * as z from 'zod/mini';
import { certificateQuery, employeeQuery } from '../features/order/order.queries.ts';
import { STEPS } from '../features/order/order-draft.ts';
import { prefetch } from '../lib/query.ts';
import { loadWords } from '../lib/words.ts';

const id = z.catch(z.optional(z.guid()), undefined);

/** New check (specification, section 2); opened from a certificate or an employee, it starts filled in. */
export const Route = createFileRoute('/_app/checks/new')({
  staticData: { title: 'order:title' },
  validateSearch: z.object({ certificateId: id, employeeId: id, step: z.catch(z.optional(z.enum(STEPS)), undefined) }),
  loaderDeps: ({ search: { certificateId, employeeId } }) => ({ certificateId, employeeId }),
  loader: ({ context, deps: { certificateId, employeeId } }) =>
    Promise.all([
      loadWords('order', 'enums', 'validation', 'errors'),
      certificateId && prefetch(context.queryClient, certificateQuery(certificateId)),
      employeeId && prefetch(context.queryClient, employeeQuery(employeeId)),
    ]),
});
