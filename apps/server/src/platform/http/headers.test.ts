import { expect, test } from 'vitest';
import type { PaymentsConfig } from '../../config/payments.ts';
import { pagePolicy, paymentOriginsOf } from './headers.ts';

const STRIPE: PaymentsConfig = {
  provider: 'stripe',
  secretKey: 'sk_test_1',
  publishableKey: 'pk_test_1',
  webhookSecret: 'whsec_1',
  apiUrl: null,
  elementsUrl: null,
};
const policyWith = (payments: PaymentsConfig | null) => pagePolicy({ scripts: [], styles: [] }, paymentOriginsOf(payments));

test('pages let in as much of a payment provider as its card fields need, and no more', () => {
  expect(policyWith(null)).toBe(pagePolicy({ scripts: [], styles: [] }));
  const trial = policyWith({ ...STRIPE, provider: 'test', elementsUrl: 'http://127.0.0.1:4711/elements' });
  expect(trial).toContain("; frame-src 'self' http://127.0.0.1:4711;");
  expect(trial).toContain("; script-src 'self';");
  expect(trial).toMatch(/; trusted-types workers$/);
  const stripe = policyWith(STRIPE);
  expect(stripe).toContain("; script-src 'self' https://js.stripe.com https://*.js.stripe.com;");
  expect(stripe).toContain("; connect-src 'self' https://api.stripe.com;");
  // Its script is asked for under this name (web: lib/payments/payment-stripe.ts).
  expect(stripe).toMatch(/; trusted-types workers stripe$/);
});
