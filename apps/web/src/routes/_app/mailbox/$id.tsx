import { createFileRoute } from '@tanstack/react-router';
import { MailScreen } from '../../../features/mailbox/MailScreen.tsx';
import { mailQuery } from '../../../features/mailbox/mailbox.queries.ts';
import { prefetch } from '../../../lib/api/query.ts';
import { loadWords } from '../../../lib/i18n/words.ts';

/** One mail. */
export const Route = createFileRoute('/_app/mailbox/$id')({
  component: MailScreen,
  staticData: { title: 'mailbox:message' },
  loader: ({ context, params }) => Promise.all([loadWords('mailbox', 'enums'), prefetch(context.queryClient, mailQuery(params.id))]),
});
