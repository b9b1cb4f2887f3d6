import { createLazyFileRoute } from '@tanstack/react-router';
import { ChecksScreen } from '../features/checks/list/ChecksScreen.tsx';

export const Route = createLazyFileRoute('/_app/checks/')({ component: ChecksScreen });
