import { createLazyFileRoute } from '@tanstack/react-router';
import { ReportScreen } from '../features/checks/ReportScreen.tsx';

export const Route = createLazyFileRoute('/_app/reports/$id')({ component: ReportScreen });
