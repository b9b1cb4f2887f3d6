import { createLazyFileRoute } from '@tanstack/react-router';
import { DashboardScreen } from '../features/dashboard/DashboardScreen.tsx';

export const Route = createLazyFileRoute('/_app/dashboard/')({ component: DashboardScreen });
