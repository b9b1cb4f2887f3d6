import { createLazyFileRoute } from '@tanstack/react-router';
import { UsersScreen } from '../features/settings/users/UsersScreen.tsx';

export const Route = createLazyFileRoute('/_app/settings/users')({ component: UsersScreen });
