import { createLazyFileRoute } from '@tanstack/react-router';
import { AvailabilityScreen } from '../features/missions/AvailabilityScreen.tsx';

export const Route = createLazyFileRoute('/_app/availability')({ component: AvailabilityScreen });
