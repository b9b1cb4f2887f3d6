import { createLazyFileRoute } from '@tanstack/react-router';
import { SuperiorsScreen } from '../features/settings/superiors/SuperiorsScreen.tsx';

export const Route = createLazyFileRoute('/_app/settings/superiors')({ component: SuperiorsScreen });
