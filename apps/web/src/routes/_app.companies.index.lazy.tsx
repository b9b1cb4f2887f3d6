import { createLazyFileRoute } from '@tanstack/react-router';
import { CompaniesScreen } from '../features/settings/companies/CompaniesScreen.tsx';

export const Route = createLazyFileRoute('/_app/companies/')({ component: CompaniesScreen });
