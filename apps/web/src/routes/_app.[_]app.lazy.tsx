import { createLazyFileRoute } from '@tanstack/react-router';
import { NothingHere } from '../features/shell/NothingHere.tsx';

export const Route = createLazyFileRoute('/_app/_app')({ component: NothingHere });
