import { CspEvaluator } from 'csp_evaluator/dist/evaluator.js';
import { Severity } from 'csp_evaluator/dist/finding.js';
import { CspParser } from 'csp_evaluator/dist/parser.js';
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

/** Google's judge of such policies: how bad each finding is, and where. Syntax that browsers ignore is one too. */
const judge = (policy: string) =>
  new CspEvaluator(new CspParser(policy).csp)
    .evaluate()
    .filter(({ severity }) => severity !== Severity.NONE)
    .map(({ severity, directive, value }) => `${Severity[severity]}: ${directive} ${value}`);

/** As the build of the web writes them: a hash for each inline part. */
const BUILD = { scripts: [`sha256-${'A'.repeat(43)}=`], styles: [`sha256-${'B'.repeat(43)}=`] };

test('csp_evaluator finds nothing in the policy of pages but its note on each source of scripts', () => {
  // 'self' "can be problematic if you host … user-uploaded files": ours leave with a type that is no script, nosniff and a policy of their own.
  expect(judge(pagePolicy(BUILD))).toEqual(["MEDIUM_MAYBE: script-src 'self'"]);
  // "No bypass found" on Stripe's hosts.
  expect(judge(pagePolicy(BUILD, paymentOriginsOf(STRIPE)))).toEqual([
    "MEDIUM_MAYBE: script-src 'self'",
    'MEDIUM_MAYBE: script-src https://js.stripe.com',
    'MEDIUM_MAYBE: script-src https://*.js.stripe.com',
  ]);
});

test.each([
  ["script-src 'self'", "script-src 'self' 'unsafe-inline' 'unsafe-eval' https:"],
  ["default-src 'none'", 'default-src *'],
  ["base-uri 'none'", 'base-uri *'],
])('it would find what must not be there: %s made %s', (ours, worse) => {
  const policy = pagePolicy({ scripts: [], styles: [] });
  expect(policy).toContain(ours);
  expect(judge(policy.replace(ours, worse)).length).toBeGreaterThan(1);
});
