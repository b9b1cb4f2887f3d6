import { createLazyFileRoute } from '@tanstack/react-router';
import { ClientScreen } from '../features/settings/companies/ClientScreen.tsx';

export const Route = createLazyFileRoute('/_app/companies/$id')({ component: ClientScreen });
