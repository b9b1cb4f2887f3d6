import type { AddressInfo } from 'node:net';
import { addDays, type Clock } from '@checkwell/domain/clock';
import {
  type OneShotPayer,
  type OneShotView,
  PAYMENT_EVENTS_PATH,
  type PaymentSession,
  TEST_CARDS,
  type TestCard,
} from '@checkwell/domain/one-shot/contract';
import type { OneShotInput } from '@checkwell/domain/one-shot/rules';
import { startTestProvider, type TestProvider, type TestProviderOptions } from '@checkwell/stand-ins/payments/provider';
import type { PaymentsConfig } from '../../config/payments.ts';
import { cleanUp } from '../cleanup.ts';
import { type TestClock, testClock } from '../clock.ts';
import type { TestDatabase } from '../database.ts';
import { type ServerApp, serverApp } from './server-app.ts';

export const PRODUCT_ORIGIN = 'http://localhost:3000';

/** The test provider of payments within this process, with the test's clock; closed after the current test or test file. */
export async function paymentProvider(
  clock: Clock,
  options: Partial<TestProviderOptions> = {},
): Promise<{ readonly provider: TestProvider; readonly payments: PaymentsConfig }> {
  const secrets = { secretKey: 'sk_test_0123456789abcdef', webhookSecret: 'whsec_0123456789abcdef' };
  const provider = await startTestProvider({
    ...secrets,
    port: 0,
    productOrigin: PRODUCT_ORIGIN,
    file: null,
    now: () => clock.now(),
    slowCaptureMs: 20,
    ...options,
  });
  cleanUp(() => provider.close());
  const { origin } = provider;
  return {
    provider,
    payments: {
      provider: 'test',
      ...secrets,
      publishableKey: 'pk_test_0123456789abcdef',
      apiUrl: origin,
      elementsUrl: `${origin}/elements`,
    },
  };
}

/** The server and the test provider, each at its own address. */
export interface Shop {
  readonly app: ServerApp;
  readonly clock: TestClock;
  readonly provider: TestProvider;
  readonly order: (input?: unknown, key?: string) => Promise<Answer<OneShotView>>;
  readonly get: (token: string, refresh?: boolean) => Promise<Answer<OneShotView>>;
  readonly payer: (token: string) => Promise<Answer<OneShotPayer>>;
  readonly pay: (token: string, key?: string) => Promise<Answer<PaymentSession>>;
  /** Confirms the payment, as the frame of the provider does. */
  readonly confirm: (session: PaymentSession, card: TestCard) => Promise<{ readonly status: string; readonly code: string | null }>;
  /** Confirms with a card that is not one of the test cards: it is always declined. */
  readonly confirmNumber: (session: PaymentSession, number: string) => Promise<{ readonly status: string }>;
  readonly challenge: (session: PaymentSession, passed: boolean) => Promise<{ readonly status: string; readonly code: string | null }>;
}

export interface Answer<Body> {
  readonly status: number;
  readonly body: Body & { readonly error?: { readonly code: string; readonly issues: readonly { path: string; message: string }[] } };
}

let keys = 0;
/** A new address for each request: limits per network have their own tests. */
const address4 = (): string => {
  addresses += 1;
  return `10.${addresses >> 16}.${(addresses >> 8) & 255}.${addresses & 255}`;
};
let addresses = 0;

/** @param events whether the provider's events reach the server */
export async function shop(database: TestDatabase, { events = true }: { readonly events?: boolean } = {}): Promise<Shop> {
  const clock = testClock();
  const { provider, payments } = await paymentProvider(clock);
  const app = await serverApp(database, { clock, config: { payments } });
  await app.http.listen({ port: 0, host: '127.0.0.1' });
  const address = `http://127.0.0.1:${(app.http.server.address() as AddressInfo).port}`;
  if (events) provider.webhooks.target = address + PAYMENT_EVENTS_PATH;

  async function call<Body>(path: string, init: { method?: string; key?: string; body?: unknown } = {}): Promise<Answer<Body>> {
    const { method = 'GET', key, body } = init;
    const answer = await fetch(`${address}/v1/api${path}`, {
      method,
      headers: {
        'x-forwarded-for': address4(),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(key !== undefined && { 'idempotency-key': key }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { status: answer.status, body: (await answer.json()) as Answer<Body>['body'] };
  }
  const frame = async (path: string, body: object) => {
    const answer = await fetch(provider.origin + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return (await answer.json()) as { status: string; code: string | null };
  };
  const newKey = (): string => {
    keys += 1;
    return `test-key-${keys}`;
  };
  return {
    app,
    clock,
    provider,
    order: (input = oneShotInput(clock), key = newKey()) => call('/one-shot-checks', { method: 'POST', key, body: input }),
    get: (token, refresh = false) => call(`/one-shot-checks/${token}${refresh ? '?refresh=true' : ''}`),
    payer: (token) => call(`/one-shot-checks/${token}/payer`),
    pay: (token, key = newKey()) => call(`/one-shot-checks/${token}/payments`, { method: 'POST', key }),
    confirm: ({ clientSecret }, card) => frame('/elements/confirm', { clientSecret, number: TEST_CARDS[card] }),
    confirmNumber: ({ clientSecret }, number) => frame('/elements/confirm', { clientSecret, number }),
    challenge: ({ clientSecret }, passed) => frame('/elements/challenge', { clientSecret, passed }),
  };
}

let orders = 0;

/** An order for today and the nine days after, at the doctor's practice; each with another payer. */
export function oneShotInput(clock: Clock, change: Partial<OneShotInput> = {}): OneShotInput {
  orders += 1;
  return {
    worker: {
      workerFirstName: 'Jan',
      workerLastName: 'Peeters',
      workerAddress: 'Nieuwstraat 5, 1000 Brussel',
      workerPhoneNumber: '+3222345678',
      workerGender: 'Male',
      workerLanguage: 'NL',
      phoneNumber: '+32470123456',
    },
    incapacity: {
      startDate: clock.today(),
      endDate: addDays(clock.today(), 9),
      incapacityType: 'Illness',
      certificateType: 'FirstCertificate',
      authorizedExit: true,
      locationCheck: 'Office',
      typeCheck: 'Optimized',
      providerComment: 'Ring twice.',
      doctorComment: '',
    },
    invoicing: {
      invoicingFirstName: 'Sofie',
      invoicingLastName: 'Claes',
      invoicingEmail: `sofie${orders}@firma.example`,
      invoicingPhoneNumber: '+32470123457',
      invoicingCompanyName: `Bakkerij Claes ${orders}`,
      invoicingCompanyNumber: 'BE0440966354',
      invoicingCompanyAddress: 'Kouter 2, 9000 Gent',
    },
    terms: true,
    language: 'nl',
    ...change,
  };
}
