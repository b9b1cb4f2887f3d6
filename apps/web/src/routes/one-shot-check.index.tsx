import { createFileRoute } from '@tanstack/react-router';
import { OneShotScreen } from '../features/one-shot/OneShotScreen.tsx';
import { oneShotSearch } from '../features/one-shot/one-shot-search.ts';
import { loadTranslations } from '../lib/i18n/translations.ts';
import { fetchOneShotOffer } from '../lib/payments/one-shot-offer.ts';

/** One Shot Check (specification, section 2), without an account. */
export const Route = createFileRoute('/one-shot-check/')({
  component: OneShotScreen,
  staticData: { title: 'oneShot:title' },
  validateSearch: oneShotSearch.parse,
  loader: async () => {
    const [offered] = await Promise.all([
      fetchOneShotOffer(),
      loadTranslations('oneShot', 'order', 'checkFields', 'enums', 'auth', 'validation', 'errors'),
    ]);
    return { offered };
  },
});
