import { createFileRoute } from '@tanstack/react-router';
import { OfferScreen } from '../features/offers/OfferScreen.tsx';
import { loadTranslations } from '../lib/i18n/translations.ts';

/** A mission that is offered to a doctor, opened by the link in the mail. */
export const Route = createFileRoute('/offer/$token')({
  component: Screen,
  staticData: { title: 'offers:page.title' },
  loader: () => loadTranslations('offers', 'enums', 'auth', 'validation', 'errors'),
});

function Screen() {
  const { token } = Route.useParams();
  return <OfferScreen key={token} token={token} />;
}
