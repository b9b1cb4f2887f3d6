import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startTestProvider } from './provider.ts';

const SECRET_KEY = 'sk_test_0123456789abcdef';
const PAYMENT = { amount: '18150', currency: 'eur', description: 'A check', 'metadata[attemptId]': 'attempt-1' };

interface Reply {
  readonly status: number;
  readonly body: { readonly id?: string; readonly error?: { readonly type: string; readonly message: string } };
}

async function started(file: string | null = null) {
  const provider = await startTestProvider({
    port: 0,
    productOrigin: 'http://localhost:3000',
    secretKey: SECRET_KEY,
    webhookSecret: 'whsec_0123456789abcdef',
    file,
    now: () => new Date(),
  });
  async function post(path: string, parameters: Readonly<Record<string, string>>, key: string): Promise<Reply> {
    const headers = { authorization: `Bearer ${SECRET_KEY}`, 'idempotency-key': key };
    const answer = await fetch(provider.origin + path, { method: 'POST', headers, body: new URLSearchParams(parameters) });
    return { status: answer.status, body: (await answer.json()) as Reply['body'] };
  }
  onTestFinished(() => provider.close());
  return {
    provider,
    post,
    create: (parameters: Readonly<Record<string, string>>, key: string) => post('/v1/payment_intents', parameters, key),
  };
}

/** Stripe's answer to a key that came with other parameters before. */
const misused = (key: string): Reply => ({
  status: 400,
  body: {
    error: {
      type: 'idempotency_error',
      message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
    },
  },
});

test('a request that is repeated with its idempotency key makes one payment, in whatever order its parameters come', async () => {
  const { provider, create } = await started();
  const { body } = await create(PAYMENT, 'key-1');
  const again = await create(Object.fromEntries(Object.entries(PAYMENT).reverse()), 'key-1');
  expect(again).toMatchObject({ status: 200, body: { id: body.id } });
  expect(provider.ledger.list(0)).toHaveLength(1);
});

test.each([
  ['description', { ...PAYMENT, description: 'Another text' }],
  ['amount', { ...PAYMENT, amount: '1' }],
  ['metadata', { ...PAYMENT, 'metadata[attemptId]': 'attempt-2' }],
  ['parameter more', { ...PAYMENT, receipt_email: 'sofie@firma.example' }],
])('an idempotency key that comes again with another %s is refused, as Stripe refuses it', async (_, other) => {
  const { provider, create } = await started();
  const { body } = await create(PAYMENT, 'key-1');
  expect(await create(other, 'key-1')).toEqual(misused('key-1'));
  expect(provider.ledger.list(0)).toHaveLength(1);
  // The first request is still answered as before, and another key is free.
  expect(await create(PAYMENT, 'key-1')).toMatchObject({ status: 200, body: { id: body.id } });
  expect((await create(other, 'key-2')).status).toBe(200);
});

test('a refund whose idempotency key comes again with another amount, or a key of another endpoint, is refused', async () => {
  const { provider, post, create } = await started();
  const { body } = await create(PAYMENT, 'key-1');
  const intent = provider.ledger.find(body.id ?? '');
  if (!intent) throw new Error('The payment is not there.');
  provider.ledger.confirm(intent, '4242424242424242');
  const refund = { payment_intent: intent.id, amount: '5000' };
  expect(await post('/v1/refunds', refund, 'key-1')).toEqual({
    status: 400,
    body: {
      error: {
        type: 'idempotency_error',
        message:
          "Keys for idempotent requests can only be used for the same endpoint they were first used for ('/v1/refunds' vs '/v1/payment_intents'). Try using a key other than 'key-1' if you meant to execute a different request.",
      },
    },
  });
  expect((await post('/v1/refunds', refund, 'key-2')).status).toBe(200);
  expect(await post('/v1/refunds', { ...refund, amount: '13150' }, 'key-2')).toEqual(misused('key-2'));
  expect((await post('/v1/refunds', refund, 'key-2')).status).toBe(200);
  expect(intent.latest_charge?.amount_refunded).toBe(50_00);
});

test('a refusal of a refund is repeated for its idempotency key, as Stripe repeats it, also when the refund is possible by then', async () => {
  const { provider, post, create } = await started();
  const { body } = await create(PAYMENT, 'key-1');
  const intent = provider.ledger.find(body.id ?? '');
  if (!intent) throw new Error('The payment is not there.');
  const refund = { payment_intent: intent.id, amount: '5000' };
  const refused = await post('/v1/refunds', refund, 'key-2');
  expect(refused).toMatchObject({ status: 400, body: { error: { type: 'invalid_request_error' } } });
  provider.ledger.confirm(intent, '4242424242424242');
  expect(await post('/v1/refunds', refund, 'key-2')).toEqual(refused);
  expect(intent.latest_charge?.amount_refunded).toBe(0);
  expect((await post('/v1/refunds', refund, 'key-3')).status).toBe(200);
});

test('the parameters of an idempotency key are remembered after the next start', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'payments-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'payments.json');
  const first = await started(file);
  const { body } = await first.create(PAYMENT, 'key-1');
  const next = await started(file);
  expect(await next.create({ ...PAYMENT, amount: '1' }, 'key-1')).toEqual(misused('key-1'));
  expect(await next.create(PAYMENT, 'key-1')).toMatchObject({ status: 200, body: { id: body.id } });
});
