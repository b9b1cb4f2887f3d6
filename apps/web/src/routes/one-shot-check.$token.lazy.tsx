import { createLazyFileRoute } from '@tanstack/react-router';
import { StatusScreen } from '../features/one-shot/status/StatusScreen.tsx';

export const Route = createLazyFileRoute('/one-shot-check/$token')({
  component: function Screen() {
    const { token } = Route.useParams();
    return <StatusScreen key={token} token={token} />;
  },
});
