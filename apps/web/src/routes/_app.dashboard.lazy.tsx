import { createLazyFileRoute } from '@tanstack/react-router';
import { DashboardScreen } from '../features/dashboard/DashboardScreen.tsx';

export const Route = createLazyFileRoute('/_app/dashboard')({
  component: function Screen() {
    const navigate = Route.useNavigate();
    const handleSearch: Parameters<typeof DashboardScreen>[0]['onSearch'] = (change) =>
      navigate({ search: (old) => ({ ...old, ...change }), replace: true });
    return <DashboardScreen search={Route.useSearch()} onSearch={handleSearch} />;
  },
});
