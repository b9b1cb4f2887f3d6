import { createFileRoute } from '@tanstack/react-router';
import * as z from 'zod/mini';
import { certificateQuery } from '../features/certificates/certificates.queries.ts';
import { prefetch } from '../lib/query.ts';
import { loadWords } from '../lib/words.ts';

/** One certificate, to read or to edit. */
export const Route = createFileRoute('/_app/certificates/$id')({
  staticData: { title: 'certificates:detail.title' },
  validateSearch: z.object({ edit: z.catch(z.optional(z.boolean()), undefined) }),
  loader: ({ context, params }) =>
    Promise.all([loadWords('certificates', 'enums', 'validation'), prefetch(context.queryClient, certificateQuery(params.id))]),
});
