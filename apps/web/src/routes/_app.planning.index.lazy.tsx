import { createLazyFileRoute } from '@tanstack/react-router';
import { PlanningScreen } from '../features/planning/PlanningScreen.tsx';

export const Route = createLazyFileRoute('/_app/planning/')({
  component: function Screen() {
    const navigate = Route.useNavigate();
    const handleSearch: Parameters<typeof PlanningScreen>[0]['onSearch'] = (change) =>
      navigate({ search: (old) => ({ ...old, ...change }), replace: true });
    return <PlanningScreen search={Route.useSearch()} onSearch={handleSearch} />;
  },
});
