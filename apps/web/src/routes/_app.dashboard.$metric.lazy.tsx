import { createLazyFileRoute } from '@tanstack/react-router';
import { RowsScreen } from '../features/dashboard/RowsScreen.tsx';

export const Route = createLazyFileRoute('/_app/dashboard/$metric')({
  component: function Screen() {
    return <RowsScreen metric={Route.useLoaderData()} />;
  },
});
