import { createLazyFileRoute } from '@tanstack/react-router';
import { CheckScreen } from '../features/checks/CheckScreen.tsx';

export const Route = createLazyFileRoute('/_app/checks/$id')({ component: CheckScreen });
