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

test('the policy of pages allows exactly the sources that the card fields of the payment provider need', () => {
  expect(policyWith(null)).toBe(pagePolicy({ scripts: [], styles: [] }));
  expect(policyWith(null)).toContain("; frame-src 'self';");
  const standIn = policyWith({ ...STRIPE, provider: 'test', elementsUrl: 'http://127.0.0.1:4711/elements' });
  expect(standIn).toContain("; frame-src 'self' http://127.0.0.1:4711;");
  expect(standIn).toContain("; script-src 'self';");
  expect(standIn).toMatch(/; trusted-types workers$/);
  const stripe = policyWith(STRIPE);
  expect(stripe).toContain("; script-src 'self' https://js.stripe.com https://*.js.stripe.com;");
  expect(stripe).toContain("; connect-src 'self' https://api.stripe.com;");
  // The Trusted Types policy with which the web loads the script (lib/payments/payment-stripe.ts).
  expect(stripe).toMatch(/; trusted-types workers stripe$/);
});

/** The findings of Google's CSP Evaluator, with severity and directive; syntax that browsers ignore is a finding too. */
const findingsOf = (policy: string) =>
  new CspEvaluator(new CspParser(policy).csp)
    .evaluate()
    .filter(({ severity }) => severity !== Severity.NONE)
    .map(({ severity, directive, value }) => `${Severity[severity]}: ${directive} ${value}`);

/** Hashes of inline scripts and styles, as the build of the web writes them. */
const BUILD = { scripts: [`sha256-${'A'.repeat(43)}=`], styles: [`sha256-${'B'.repeat(43)}=`] };

test('CSP Evaluator reports nothing about the policy of pages but a note on each source of scripts', () => {
  // 'self' "can be problematic if you host … user-uploaded files": uploaded files have another type, nosniff and their own policy.
  expect(findingsOf(pagePolicy(BUILD))).toEqual(["MEDIUM_MAYBE: script-src 'self'"]);
  // Stripe's hosts: "No bypass found".
  expect(findingsOf(pagePolicy(BUILD, paymentOriginsOf(STRIPE)))).toEqual([
    "MEDIUM_MAYBE: script-src 'self'",
    'MEDIUM_MAYBE: script-src https://js.stripe.com',
    'MEDIUM_MAYBE: script-src https://*.js.stripe.com',
  ]);
});

test.each([
  ["script-src 'self'", "script-src 'self' 'unsafe-inline' 'unsafe-eval' https:"],
  ["default-src 'none'", 'default-src *'],
  ["base-uri 'none'", 'base-uri *'],
])('CSP Evaluator reports a weaker policy: %s replaced by %s', (ours, worse) => {
  const policy = pagePolicy({ scripts: [], styles: [] });
  expect(policy).toContain(ours);
  expect(findingsOf(policy.replace(ours, worse)).length).toBeGreaterThan(1);
});
