import type { CardFields, CardFieldsOptions } from './card-fields.ts';

/** Puts the provider's card fields into an element of this page; each provider's code comes only when it is needed. */
export async function mountCardFields(place: HTMLElement, options: CardFieldsOptions): Promise<CardFields> {
  if (options.session.provider === 'stripe') return (await import('./payment-stripe.ts')).mountStripeFields(place, options);
  return (await import('./payment-frame.ts')).mountFrame(place, options);
}
