import { createLazyFileRoute } from '@tanstack/react-router';
import { Shell } from '../features/shell/Shell.tsx';

export const Route = createLazyFileRoute('/_app')({ component: Shell });
