import { createFileRoute } from '@tanstack/react-router';
import { MailScreen } from '../../../features/mailbox/MailScreen.tsx';
import { mailQuery } from '../../../features/mailbox/mailbox.queries.ts';
import { prefetch } from '../../../lib/api/query.ts';
import { loadTranslations } from '../../../lib/i18n/translations.ts';

/** One mail. */
export const Route = createFileRoute('/_app/mailbox/$id')({
  component: MailScreen,
  staticData: { title: 'mailbox:message' },
  loader: ({ context, params }) => Promise.all([loadTranslations('mailbox', 'enums'), prefetch(context.queryClient, mailQuery(params.id))]),
});
