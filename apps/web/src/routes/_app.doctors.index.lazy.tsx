import { createLazyFileRoute } from '@tanstack/react-router';
import { DoctorsScreen } from '../features/planning/DoctorsScreen.tsx';

export const Route = createLazyFileRoute('/_app/doctors/')({
  component: function Screen() {
    const navigate = Route.useNavigate();
    const handleSearch: Parameters<typeof DoctorsScreen>[0]['onSearch'] = (change) =>
      navigate({ search: (old) => ({ ...old, ...change }), replace: true });
    return <DoctorsScreen search={Route.useSearch()} onSearch={handleSearch} />;
  },
});
