import { createLazyFileRoute } from '@tanstack/react-router';
import { MissionScreen } from '../features/missions/MissionScreen.tsx';

export const Route = createLazyFileRoute('/_app/missions/$id')({
  component: function Screen() {
    const { id } = Route.useParams();
    return <MissionScreen key={id} id={id} />;
  },
});
