import { createLazyFileRoute } from '@tanstack/react-router';
import { TokensScreen } from '../features/settings/tokens/TokensScreen.tsx';

export const Route = createLazyFileRoute('/_app/settings/api-tokens')({ component: TokensScreen });
