import { createLazyFileRoute } from '@tanstack/react-router';
import { MicrosoftWindow } from '../features/sign-in/MicrosoftWindow.tsx';

export const Route = createLazyFileRoute('/microsoft')({ component: MicrosoftWindow });
