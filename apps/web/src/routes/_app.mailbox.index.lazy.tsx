import { createLazyFileRoute } from '@tanstack/react-router';
import { MailboxScreen } from '../features/mailbox/MailboxScreen.tsx';

export const Route = createLazyFileRoute('/_app/mailbox/')({ component: MailboxScreen });
