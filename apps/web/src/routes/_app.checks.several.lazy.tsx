import { createLazyFileRoute } from '@tanstack/react-router';
import { SeveralOrdersScreen } from '../features/order/several/SeveralOrdersScreen.tsx';

export const Route = createLazyFileRoute('/_app/checks/several')({ component: SeveralOrdersScreen });
