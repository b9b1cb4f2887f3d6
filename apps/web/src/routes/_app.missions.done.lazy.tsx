import { createLazyFileRoute } from '@tanstack/react-router';
import { DoneMissionsScreen } from '../features/missions/MissionsScreen.tsx';

export const Route = createLazyFileRoute('/_app/missions/done')({
  component: function Screen() {
    return <DoneMissionsScreen after={Route.useSearch().after} />;
  },
});
