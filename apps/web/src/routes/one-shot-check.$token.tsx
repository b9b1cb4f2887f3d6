import { createFileRoute } from '@tanstack/react-router';
import { StatusScreen } from '../features/one-shot/status/StatusScreen.tsx';
import { loadTranslations } from '../lib/i18n/translations.ts';

/** The state of a One Shot Check, opened by the link in its mails. */
export const Route = createFileRoute('/one-shot-check/$token')({
  component: Screen,
  staticData: { title: 'oneShot:status.title' },
  loader: () => loadTranslations('oneShot', 'enums', 'auth', 'validation', 'errors'),
});

function Screen() {
  const { token } = Route.useParams();
  return <StatusScreen key={token} token={token} />;
}
