import { createLazyFileRoute } from '@tanstack/react-router';
import { PlanningCheckScreen } from '../features/planning/PlanningCheckScreen.tsx';

export const Route = createLazyFileRoute('/_app/planning/$id')({
  component: function Screen() {
    const { id } = Route.useParams();
    return <PlanningCheckScreen key={id} id={id} />;
  },
});
