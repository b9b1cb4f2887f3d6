import { createLazyFileRoute } from '@tanstack/react-router';
import { IdentitiesScreen } from '../features/identities/IdentitiesScreen.tsx';

export const Route = createLazyFileRoute('/_app/identities/')({ component: IdentitiesScreen });
