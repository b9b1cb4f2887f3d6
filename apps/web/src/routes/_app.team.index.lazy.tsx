import { createLazyFileRoute } from '@tanstack/react-router';
import { TeamScreen } from '../features/settings/team/TeamScreen.tsx';

export const Route = createLazyFileRoute('/_app/team/')({ component: TeamScreen });
