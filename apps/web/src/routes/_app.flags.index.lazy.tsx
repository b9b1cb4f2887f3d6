import { createLazyFileRoute } from '@tanstack/react-router';
import { FlagsScreen } from '../features/flags/FlagsScreen.tsx';

export const Route = createLazyFileRoute('/_app/flags/')({ component: FlagsScreen });
