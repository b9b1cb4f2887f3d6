import { createLazyFileRoute } from '@tanstack/react-router';
import { MicrosoftWindow } from '../features/sign-in/microsoft/MicrosoftWindow.tsx';

export const Route = createLazyFileRoute('/microsoft')({ component: MicrosoftWindow });
