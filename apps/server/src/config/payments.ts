import { sentenceList } from './sentence-list.ts';
import type { Values, VariableName } from './variables.ts';

/** Who takes payments by card. */
export interface PaymentsConfig {
  readonly provider: 'test' | 'stripe';
  readonly secretKey: string;
  readonly publishableKey: string;
  /** With it the provider signs its events. */
  readonly webhookSecret: string;
  /** Another address than Stripe's; null: Stripe. */
  readonly apiUrl: string | null;
  /** Page of the card fields; null: Stripe's own script makes them. */
  readonly elementsUrl: string | null;
}

export const STRIPE_VARIABLES = [
  'STRIPE_SECRET_KEY',
  'STRIPE_PUBLISHABLE_KEY',
  'STRIPE_WEBHOOK_SECRET',
] as const satisfies readonly VariableName[];

/** Keys of one mode, all or none; test keys are an error in production. */
export function stripeAccount(values: Values, errors: string[]): PaymentsConfig | null {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_PUBLISHABLE_KEY: publishableKey, STRIPE_WEBHOOK_SECRET: webhookSecret } = values;
  if (secretKey === undefined && publishableKey === undefined && webhookSecret === undefined) return null;
  if (secretKey === undefined || publishableKey === undefined || webhookSecret === undefined) {
    errors.push(`${sentenceList(STRIPE_VARIABLES)} must be set together.`);
    return null;
  }
  if (secretKey.includes('_live_') !== publishableKey.includes('_live_'))
    errors.push('STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY must be both of live mode or both of test mode.');
  if (values.NODE_ENV === 'production' && !secretKey.includes('_live_'))
    errors.push(
      'STRIPE_SECRET_KEY must be of live mode in production: with test cards nobody pays, and the invoice would say that they had.',
    );
  const apiUrl = values.STRIPE_API_URL ?? null;
  if (apiUrl !== null && (values.NODE_ENV === 'production' || secretKey.includes('_live_')))
    errors.push('STRIPE_API_URL is for trying things out: neither in production nor with keys of live mode.');
  return { provider: 'stripe', secretKey, publishableKey, webhookSecret, apiUrl, elementsUrl: null };
}
