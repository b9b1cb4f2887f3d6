import { createLazyFileRoute } from '@tanstack/react-router';
import { PlanningCheckScreen } from '../features/planning/PlanningCheckScreen.tsx';
import { late } from '../ui/overlays/late.tsx';

/** The employer's own dialog: planners cancel by the same fee and for the same reasons. */
const CANCEL = late(async () => (await import('../features/checks/change/CancelDialog.tsx')).CancelDialog);

export const Route = createLazyFileRoute('/_app/planning/$id')({
  component: function Screen() {
    const { id } = Route.useParams();
    return <PlanningCheckScreen key={id} id={id} cancelDialog={CANCEL} />;
  },
});
