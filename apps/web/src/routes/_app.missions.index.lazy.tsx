import { createLazyFileRoute } from '@tanstack/react-router';
import { MissionsScreen } from '../features/missions/MissionsScreen.tsx';

export const Route = createLazyFileRoute('/_app/missions/')({ component: MissionsScreen });
