import { PLAIN_LISTS } from '@checkwell/domain/lists/lists';
import { createFileRoute } from '@tanstack/react-router';
import { MailboxScreen } from '../../../features/mailbox/MailboxScreen.tsx';
import { mailsQuery } from '../../../features/mailbox/mailbox.queries.ts';
import { prefetch } from '../../../lib/api/query.ts';
import { loadTranslations } from '../../../lib/i18n/translations.ts';

/** The mails of the product, for the provider's team. */
export const Route = createFileRoute('/_app/mailbox/')({
  component: MailboxScreen,
  staticData: { title: 'mailbox:title' },
  validateSearch: PLAIN_LISTS.mails.search,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps, cause }) =>
    Promise.all([loadTranslations('mailbox', 'enums'), prefetch(context.queryClient, mailsQuery(deps), cause)]),
});
