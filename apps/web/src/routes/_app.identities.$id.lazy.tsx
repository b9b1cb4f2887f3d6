import { createLazyFileRoute } from '@tanstack/react-router';
import { IdentityScreen } from '../features/identities/IdentityScreen.tsx';

export const Route = createLazyFileRoute('/_app/identities/$id')({ component: IdentityScreen });
