import type { InterfaceLanguage } from '@checkwell/domain/constants';
import { ONE_SHOT_CURRENCY } from '@checkwell/domain/one-shot/price';
import type { PaymentIntentResult, Stripe } from '@stripe/stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure';
import { trustedAddresses } from '../browser/trusted-types.ts';
import type { CardFields, CardFieldsOptions, CardOutcome } from './card-fields.ts';

const LOCALES = { en: 'en-GB', fr: 'fr', nl: 'nl' } as const satisfies Record<InterfaceLanguage, string>;

/** Stripe's code comes from here and nowhere else; the address is the one that `@stripe/stripe-js` would ask for by itself. */
export const SCRIPT = 'https://js.stripe.com/endive/stripe.js';

/**
 * The outcome of a confirmation. Why a card was declined is the server's to say (`OneShotView.attempt`): it has the one table of
 * Stripe's codes.
 */
export function outcomeOf({ paymentIntent, error }: PaymentIntentResult): CardOutcome {
  if (error) return { status: 'declined', code: null };
  if (paymentIntent.status === 'succeeded') return { status: 'succeeded', code: null };
  // Not captured yet, or not known yet: the status page waits for the provider's word.
  return { status: paymentIntent.status === 'requires_payment_method' ? 'declined' : 'processing', code: null };
}

/** Brings Stripe.js in; its own loader would turn a text into a script, which the pages' policy forbids. */
function load(publishableKey: string): Promise<Stripe | null> {
  if (!document.querySelector(`script[src="${SCRIPT}"]`)) {
    const script = document.createElement('script');
    // TypeScript does not know that addresses can be trusted.
    script.src = trustedAddresses('stripe', () => SCRIPT)(SCRIPT) as string;
    document.head.append(script);
  }
  return loadStripe(publishableKey);
}

/**
 * Stripe's Payment Element, asked before an attempt is known (deferred), so that the fields stay filled in over several attempts.
 * @param start hands in Stripe.js; tests hand in their own
 */
export async function mountStripeFields(
  place: HTMLElement,
  { session, amount, language, mode, onReady, onChange, onFailed }: CardFieldsOptions,
  start: (publishableKey: string) => Promise<Stripe | null> = load,
): Promise<CardFields> {
  const stripe = await start(session.publishableKey);
  if (!stripe) throw new Error('Stripe.js runs in browsers only.');
  const elements = stripe.elements({
    mode: 'payment',
    amount,
    currency: ONE_SHOT_CURRENCY.toLowerCase(),
    allowedPaymentMethodTypes: ['card'],
    locale: LOCALES[language],
    appearance: { theme: mode === 'dark' ? 'night' : 'stripe' },
  });
  const element = elements.create('payment');
  element.on('ready', onReady);
  element.on('change', ({ complete }) => onChange({ complete }));
  element.on('loaderror', onFailed);
  element.mount(place);
  return {
    confirm: async (clientSecret) => {
      const { error } = await elements.submit();
      // The fields say themselves what is wrong with them.
      if (error) return { status: 'incomplete', code: null };
      return outcomeOf(
        await stripe.confirmPayment({
          elements,
          clientSecret,
          // Cards never leave the page; the address is asked for all the same, for banks that insist.
          confirmParams: { return_url: location.href },
          redirect: 'if_required',
        }),
      );
    },
    focus: () => element.focus(),
    remove: () => element.destroy(),
  };
}
