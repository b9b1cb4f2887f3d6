import { createLazyFileRoute } from '@tanstack/react-router';
import { CompanyScreen } from '../features/settings/company/CompanyScreen.tsx';

export const Route = createLazyFileRoute('/_app/settings/company')({ component: CompanyScreen });
