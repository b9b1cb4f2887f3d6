import { createLazyFileRoute } from '@tanstack/react-router';
import { ReportsScreen } from '../features/checks/list/ReportsScreen.tsx';

export const Route = createLazyFileRoute('/_app/reports/')({ component: ReportsScreen });
