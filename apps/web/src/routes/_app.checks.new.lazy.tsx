import { createLazyFileRoute } from '@tanstack/react-router';
import { OrderScreen } from '../features/order/OrderScreen.tsx';

export const Route = createLazyFileRoute('/_app/checks/new')({ component: OrderScreen });
