import { createLazyFileRoute } from '@tanstack/react-router';
import { TokensScreen } from '../features/settings/TokensScreen.tsx';

export const Route = createLazyFileRoute('/_app/settings/api-tokens')({ component: TokensScreen });
