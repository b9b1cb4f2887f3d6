import { createLazyFileRoute } from '@tanstack/react-router';
import { OneShotScreen } from '../features/one-shot/OneShotScreen.tsx';

export const Route = createLazyFileRoute('/one-shot-check/')({ component: OneShotScreen });
