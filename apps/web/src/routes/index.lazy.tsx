import { createLazyFileRoute } from '@tanstack/react-router';
import { SignInScreen } from '../features/sign-in/SignInScreen.tsx';

export const Route = createLazyFileRoute('/')({ component: SignInScreen });
