import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { PaymentIntentResult, Stripe } from '@stripe/stripe-js';
import { describe, expect, it, vi } from 'vitest';
import type { CardFieldsOptions } from './card-fields.ts';
import { mountStripeFields, outcomeOf, SCRIPT } from './payment-stripe.ts';

const options: CardFieldsOptions = {
  session: { provider: 'stripe', clientSecret: 'pi_1_secret_1', publishableKey: 'pk_test_1', elementsUrl: null },
  amount: 181_50,
  language: 'fr',
  mode: 'dark',
  title: 'Carte',
  onReady: vi.fn(),
  onChange: vi.fn(),
  onFailed: vi.fn(),
};
const answer = (result: object): PaymentIntentResult => result as PaymentIntentResult;

/** A fake of the part of Stripe.js that the adapter uses. */
function stripeFake(submitted: object, confirmed: object) {
  const listeners = new Map<string, (event: object) => void>();
  const element = {
    on: (name: string, listener: (event: object) => void) => listeners.set(name, listener),
    mount: vi.fn(),
    focus: vi.fn(),
    destroy: vi.fn(),
  };
  const elements = { create: vi.fn(() => element), submit: vi.fn(async () => submitted) };
  const stripe = { elements: vi.fn(() => elements), confirmPayment: vi.fn(async () => confirmed) };
  // The adapter uses nothing else of Stripe.
  return { listeners, element, elements, stripe, start: async () => stripe as unknown as Stripe };
}

describe("Stripe's Payment Element", () => {
  it('is loaded from the URL in its package, so that an update of the package that changes it is noticed', () => {
    const main = createRequire(import.meta.url).resolve('@stripe/stripe-js');
    const loader = readFileSync(join(dirname(main), '../dist/pure.js'), 'utf8');
    const [train] = /(?<=var RELEASE_TRAIN = ')[^']+/.exec(loader) ?? [];
    const [origin] = /(?<=var ORIGIN = ')[^']+/.exec(loader) ?? [];
    expect(SCRIPT).toBe(`${origin}/${train}/stripe.js`);
  });

  it('shows card fields in the language and mode of the page with its amount, and reports their state', async () => {
    const fake = stripeFake({}, {});
    const place = {} as HTMLElement;
    const fields = await mountStripeFields(place, options, fake.start);
    expect(fake.stripe.elements).toHaveBeenCalledWith(
      expect.objectContaining({ mode: 'payment', amount: 181_50, currency: 'eur', allowedPaymentMethodTypes: ['card'], locale: 'fr' }),
    );
    expect(fake.elements.create).toHaveBeenCalledWith('payment');
    expect(fake.element.mount).toHaveBeenCalledWith(place);
    fake.listeners.get('ready')?.({});
    expect(options.onReady).toHaveBeenCalledOnce();
    fake.listeners.get('change')?.({ complete: true, value: {} });
    expect(options.onChange).toHaveBeenCalledWith({ complete: true });
    fake.listeners.get('loaderror')?.({});
    expect(options.onFailed).toHaveBeenCalledOnce();
    fields.remove();
    expect(fake.element.destroy).toHaveBeenCalledOnce();
  });

  it('pays with the secret of the latest attempt, and sends nothing while a field is invalid', async () => {
    vi.stubGlobal('location', { href: 'https://checkwell.example/one-shot-check' });
    const good = stripeFake({}, { paymentIntent: { status: 'succeeded' } });
    const fields = await mountStripeFields({} as HTMLElement, options, good.start);
    expect(await fields.confirm('pi_2_secret_2')).toEqual({ status: 'succeeded', code: null });
    expect(good.stripe.confirmPayment).toHaveBeenCalledWith(
      expect.objectContaining({ clientSecret: 'pi_2_secret_2', redirect: 'if_required', elements: good.elements }),
    );
    const wrong = stripeFake({ error: { type: 'validation_error' } }, {});
    const other = await mountStripeFields({} as HTMLElement, options, wrong.start);
    expect(await other.confirm('pi_3_secret_3')).toEqual({ status: 'incomplete', code: null });
    expect(wrong.stripe.confirmPayment).not.toHaveBeenCalled();
    vi.unstubAllGlobals();
  });

  it('reports a payment as succeeded only when it is captured', () => {
    expect(outcomeOf(answer({ error: { type: 'card_error', decline_code: 'insufficient_funds' } })).status).toBe('declined');
    expect(outcomeOf(answer({ paymentIntent: { status: 'processing' } })).status).toBe('processing');
    expect(outcomeOf(answer({ paymentIntent: { status: 'requires_capture' } })).status).toBe('processing');
    expect(outcomeOf(answer({ paymentIntent: { status: 'requires_payment_method' } })).status).toBe('declined');
  });
});
