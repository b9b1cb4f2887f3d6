import { AppError } from '@checkwell/domain/errors';
import { TEST_CARDS } from '@checkwell/domain/one-shot/contract';
import { describe, expect, test } from 'vitest';
import { cleanUp } from '../../test/cleanup.ts';
import { testClock } from '../../test/clock.ts';
import { testConfig } from '../../test/config.ts';
import { testFolder } from '../../test/folder.ts';
import { PRODUCT_ORIGIN, paymentProvider } from '../../test/servers/payments.ts';
import { standInForPayments } from '../stand-ins/stand-ins.ts';
import { createPayments } from './stripe.ts';

const clock = testClock();
const { provider, payments: config } = await paymentProvider(clock);
const payments = createPayments({ ...config, provider: 'stripe', elementsUrl: null });

let count = 0;
async function createdPayment() {
  count += 1;
  const snapshot = await payments.create({ attemptId: `attempt-${count}`, amountCents: 181_50, description: 'Test' });
  const intent = provider.ledger.find(snapshot.providerId);
  if (!intent) throw new Error('The payment is not there.');
  return { snapshot, intent };
}

describe('Stripe’s API, through its SDK', () => {
  test('makes one payment per attempt, with our amount and name', async () => {
    const { snapshot } = await createdPayment();
    expect(snapshot).toMatchObject({
      state: 'Created',
      amountCents: 181_50,
      currency: 'EUR',
      capturedCents: 0,
      attemptId: `attempt-${count}`,
    });
    const again = await payments.create({ attemptId: `attempt-${count}`, amountCents: 181_50, description: 'Test' });
    expect(again).toEqual(snapshot);
  });

  test('refuses the key of an attempt that comes again with other values', async () => {
    const { snapshot } = await createdPayment();
    const other = payments.create({ attemptId: `attempt-${count}`, amountCents: 181_50, description: 'Another text' });
    await expect(other).rejects.toMatchObject({
      code: 'payment.unavailable',
      cause: { type: 'StripeIdempotencyError', statusCode: 400, message: expect.stringContaining(`other than 'attempt-${count}'`) },
    });
    expect(await payments.find(snapshot.providerId)).toEqual(snapshot);
  });

  test.each([
    ['genericDecline', 'genericDecline'],
    ['insufficientFunds', 'insufficientFunds'],
    ['expiredCard', 'expiredCard'],
  ] as const)('reads the decline %s', async (card, decline) => {
    const { snapshot, intent } = await createdPayment();
    provider.ledger.confirm(intent, TEST_CARDS[card]);
    expect(await payments.find(snapshot.providerId)).toMatchObject({ state: 'Declined', decline, cardFingerprint: expect.any(String) });
  });

  test('reads a payment that is processing', async () => {
    const slow = await paymentProvider(clock, { slowCaptureMs: 600_000 });
    const { create, find } = createPayments({ ...slow.payments, provider: 'stripe', elementsUrl: null });
    const { providerId } = await create({ attemptId: 'slow', amountCents: 181_50, description: 'Test' });
    const intent = slow.provider.ledger.find(providerId);
    if (!intent) throw new Error('The payment is not there.');
    slow.provider.ledger.confirm(intent, TEST_CARDS.timeout);
    expect(await find(providerId)).toMatchObject({ state: 'Processing', capturedCents: 0 });
  });

  test('reads 3-D Secure, a late capture, and refunds', async () => {
    const { snapshot, intent } = await createdPayment();
    const find = () => payments.find(snapshot.providerId);
    provider.ledger.confirm(intent, TEST_CARDS.challenge);
    expect(await find()).toMatchObject({ state: 'Created' });
    provider.ledger.challenge(intent, false);
    expect(await find()).toMatchObject({ state: 'Declined', decline: 'authenticationFailed' });
    provider.ledger.confirm(intent, TEST_CARDS.timeout);
    await expect.poll(find).toMatchObject({ state: 'Succeeded', decline: null, capturedCents: 181_50, refundedCents: 0 });
    const refund = { providerId: snapshot.providerId, amountCents: 50_00, key: 'refund-1' };
    expect(await payments.refund(refund)).toMatchObject({ refusal: null, snapshot: { refundedCents: 50_00 } });
    expect(await payments.refund(refund)).toMatchObject({ refusal: null, snapshot: { refundedCents: 50_00 } }); // once per key
    const tooMuch = await payments.refund({ ...refund, amountCents: 181_50, key: 'refund-2' });
    expect(tooMuch).toMatchObject({ refusal: 'refused', snapshot: { refundedCents: 50_00 } });
    await payments.refund({ ...refund, amountCents: 131_50, key: 'refund-3' });
    const nothingLeft = await payments.refund({ ...refund, amountCents: 1, key: 'refund-4' });
    expect(nothingLeft).toMatchObject({ refusal: 'charge_already_refunded', snapshot: { refundedCents: 181_50 } });
  });

  test('cancels, or reports that it is too late', async () => {
    const { snapshot } = await createdPayment();
    expect(await payments.cancel(snapshot.providerId)).toMatchObject({ state: 'Canceled' });
    expect(await payments.cancel(snapshot.providerId)).toMatchObject({ state: 'Canceled' });
    const other = await createdPayment();
    provider.ledger.confirm(other.intent, TEST_CARDS.success);
    expect(await payments.cancel(other.snapshot.providerId)).toMatchObject({ state: 'Succeeded' });
    expect(await payments.find('pi_unknown')).toBeNull();
    expect(await payments.cancel('pi_unknown')).toBeNull();
  });

  test('lists all pages', async () => {
    clock.advance({ days: 1 });
    const since = clock.now();
    for (let index = 0; index < 230; index += 1)
      provider.ledger.create({ amount: 1, currency: 'eur', metadata: { attemptId: `many-${index}` } }, `many-${index}`);
    const found = new Set<string | null>();
    for await (const { attemptId } of payments.since(since)) found.add(attemptId);
    expect(found.size).toBe(230);
  });

  test('a provider that does not answer, or refuses the key, is reported as unavailable', async () => {
    const unreachable = createPayments({ ...config, apiUrl: 'http://127.0.0.1:9' });
    const refused = createPayments({ ...config, secretKey: 'sk_test_somebody_elses' });
    for (const port of [unreachable, refused]) {
      const error: unknown = await port.find('pi_1').catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(AppError);
      expect((error as AppError).code).toBe('payment.unavailable');
    }
  });
});

describe('the stand-in for the payment provider', () => {
  test('has its own process and origin, can be framed by the product only, and ends with it', async () => {
    const dataDir = testFolder('payments');
    const standIn = await standInForPayments({ ...testConfig(), publicUrl: PRODUCT_ORIGIN, dataDir });
    if (!standIn) throw new Error('There is no provider.');
    cleanUp(() => standIn.stop());
    const { elementsUrl = null } = standIn.payments;
    const page = await fetch(`${elementsUrl}?language=fr&mode=dark`);
    expect(page.headers.get('content-security-policy')).toContain(`frame-ancestors ${PRODUCT_ORIGIN};`);
    const text = await page.text();
    expect(text).toContain('<html lang="fr" data-mode="dark">');
    expect(text).toContain('Mode test');
    const port = createPayments(standIn.payments);
    const { providerId, clientSecret } = await port.create({ attemptId: 'first-attempt', amountCents: 1, description: 'Test' });
    await standIn.stop();
    await expect(fetch(String(elementsUrl))).rejects.toThrow();
    // Its payments are still there after the next start.
    const next = await standInForPayments({ ...testConfig(), publicUrl: PRODUCT_ORIGIN, dataDir });
    cleanUp(() => next?.stop());
    expect(next && (await createPayments(next.payments).find(providerId))).toMatchObject({ clientSecret, state: 'Created' });
  });

  test('never starts in production, beside Stripe, or for other machines', async () => {
    const local = { ...testConfig(), publicUrl: PRODUCT_ORIGIN, dataDir: testFolder('payments') };
    expect(await standInForPayments({ ...local, environment: 'production' })).toBeUndefined();
    expect(await standInForPayments({ ...local, payments: config })).toBeUndefined();
    expect(await standInForPayments({ ...local, publicUrl: 'https://checks.example.be' })).toBeUndefined();
    expect(await standInForPayments({ ...local, roles: new Set(['jobs'] as const) })).toBeUndefined();
  });
});
