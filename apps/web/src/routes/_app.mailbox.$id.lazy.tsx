import { createLazyFileRoute } from '@tanstack/react-router';
import { MailScreen } from '../features/mailbox/MailScreen.tsx';

export const Route = createLazyFileRoute('/_app/mailbox/$id')({ component: MailScreen });
