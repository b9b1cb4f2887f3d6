import { createFileRoute } from '@tanstack/react-router';
import { StatusScreen } from '../features/one-shot/status/StatusScreen.tsx';
import { loadWords } from '../lib/i18n/words.ts';

/** Where a One Shot Check stands: the link of its mails. */
export const Route = createFileRoute('/one-shot-check/$token')({
  component: Screen,
  staticData: { title: 'oneShot:status.title' },
  loader: () => loadWords('oneShot', 'enums', 'auth', 'validation', 'errors'),
});

function Screen() {
  const { token } = Route.useParams();
  return <StatusScreen key={token} token={token} />;
}
