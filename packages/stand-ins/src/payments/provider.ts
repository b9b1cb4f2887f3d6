import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { FRAME_SCRIPT, frameHeaders, framePage } from './frame.ts';
import { type Intent, type Ledger, openLedger } from './ledger.ts';
import { createWebhooks, type Webhooks } from './webhooks.ts';

/**
 * A payment provider for development, demo and tests (docs/decisions/0019): the part of Stripe's API that the product uses, card fields
 * in a frame with its own origin, 3-D Secure, events. It never takes money, the frame says so, and it is never started in production.
 */
export interface TestProvider {
  readonly origin: string;
  readonly ledger: Ledger;
  readonly webhooks: Webhooks;
  close(): Promise<void>;
}

export interface TestProviderOptions {
  /** 0: any free port. */
  readonly port: number;
  /** The only page that may frame the card fields. */
  readonly productOrigin: string;
  readonly secretKey: string;
  readonly webhookSecret: string;
  /** Keeps payments between starts; null: they end with the process. */
  readonly file: string | null;
  readonly now: () => Date;
  readonly slowCaptureMs?: number;
}

const HOST = '127.0.0.1';
const MAX_BODY_BYTES = 64 * 1024;

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Starts the provider. @throws {Error} if the port is taken */
export async function startTestProvider(options: TestProviderOptions): Promise<TestProvider> {
  const { port, productOrigin, secretKey, webhookSecret, file, now, slowCaptureMs } = options;
  const webhooks = createWebhooks({ secret: webhookSecret, now });
  const ledger = openLedger({ file, now, slowCaptureMs, notify: (type, intent) => webhooks.notify(type, intent) });

  /** Stripe repeats its first answer to an idempotency key, also a refusal. */
  const refusedRefunds = new Map<string, Answer>();

  async function respond(request: IncomingMessage): Promise<Answer> {
    const url = new URL(request.url ?? '/', `http://${HOST}`);
    if (url.pathname.startsWith('/v1/')) {
      if (request.headers.authorization !== `Bearer ${secretKey}`) return refusal(401, 'No such key.');
      return answerApi(request, url);
    }
    switch (`${request.method} ${url.pathname}`) {
      case 'GET /elements':
        return { status: 200, headers: frameHeaders(productOrigin), body: framePage(url.searchParams, productOrigin) };
      case 'GET /elements.js':
        return {
          status: 200,
          headers: { 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'no-cache' },
          body: FRAME_SCRIPT,
        };
      case 'POST /elements/confirm':
      case 'POST /elements/challenge': {
        // Only this provider's own page can send JSON: from other origins the browser would require a CORS preflight for this content type.
        if (request.headers['content-type'] !== 'application/json') return refusal(415, 'The content type must be application/json.');
        const form = JSON.parse(await bodyOf(request)) as Readonly<Record<string, unknown>>;
        const intent = ledger.findBySecret(String(form.clientSecret));
        if (!intent) return refusal(404, 'No such payment.');
        return url.pathname.endsWith('confirm')
          ? json(200, ledger.confirm(intent, String(form.number).replace(/\D/g, '')))
          : json(200, ledger.challenge(intent, form.passed === true));
      }
      default:
        return refusal(404, 'Unknown address.');
    }
  }

  async function answerApi(request: IncomingMessage, url: URL): Promise<Answer> {
    const [, , kind, id, action] = url.pathname.split('/');
    const form = new URLSearchParams(request.method === 'POST' ? await bodyOf(request) : url.search);
    const key = String(request.headers['idempotency-key'] ?? '');
    const misused = request.method === 'POST' && key !== '' ? misuse(key, url.pathname, form) : null;
    if (misused !== null) return refusal(400, misused, { type: 'idempotency_error' });
    if (kind === 'payment_intents' && id === undefined) {
      if (request.method === 'GET') return json(200, list(form));
      const metadata = { attemptId: form.get('metadata[attemptId]') ?? '' };
      return json(200, ledger.create({ amount: Number(form.get('amount')), currency: form.get('currency') ?? '', metadata }, key));
    }
    if (kind === 'refunds') return refund(form, key);
    const intent = kind === 'payment_intents' ? ledger.find(id ?? '') : undefined;
    if (!intent) return refusal(404, 'No such payment.');
    if (action === 'cancel' && !ledger.cancel(intent)) return refusal(400, 'Too late.', { code: 'payment_intent_unexpected_state' });
    return json(200, intent);
  }

  /** Why a request may not have its idempotency key, in Stripe's words; null: it may. A key belongs to one endpoint and one set of parameters. */
  function misuse(key: string, path: string, form: URLSearchParams): string | null {
    const sorted = new URLSearchParams(form);
    sorted.sort();
    const parameters = sorted.toString();
    const first = ledger.firstOf(key, { path, parameters });
    const advice = `Try using a key other than '${key}' if you meant to execute a different request.`;
    if (first.path !== path)
      return `Keys for idempotent requests can only be used for the same endpoint they were first used for ('${path}' vs '${first.path}'). ${advice}`;
    if (first.parameters !== parameters)
      return `Keys for idempotent requests can only be used with the same parameters they were first used with. ${advice}`;
    return null;
  }

  function refund(form: URLSearchParams, key: string): Answer {
    const intent = ledger.find(form.get('payment_intent') ?? '');
    const amount = Number(form.get('amount'));
    if (!intent) return refusal(404, 'No such payment.');
    const repeated = refusedRefunds.get(key);
    if (repeated) return repeated;
    if (ledger.refund(intent, amount, key))
      return json(200, { id: `re_${key}`, object: 'refund', payment_intent: intent.id, amount, status: 'succeeded' });
    const nothingLeft = (intent.latest_charge?.amount_refunded ?? 0) >= intent.amount_received;
    const answer = refusal(400, 'More than is left of it.', nothingLeft ? { code: 'charge_already_refunded' } : {});
    if (key !== '') refusedRefunds.set(key, answer);
    return answer;
  }

  function list(form: URLSearchParams): object {
    const all = ledger.list(Number(form.get('created[gte]') ?? 0));
    const after = form.get('starting_after');
    const from = after === null ? 0 : all.findIndex(({ id }) => id === after) + 1;
    const data: readonly Intent[] = all.slice(from, from + Number(form.get('limit') ?? 10));
    return { object: 'list', url: '/v1/payment_intents', data, has_more: from + data.length < all.length };
  }

  const server = createServer((request, response) => {
    respond(request).then(
      (answer) => send(response, answer),
      () => send(response, refusal(400, 'Not understood.')),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, HOST, resolve);
  });
  return {
    origin: `http://${HOST}:${(server.address() as AddressInfo).port}`,
    ledger,
    webhooks,
    async close() {
      webhooks.close();
      ledger.close();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
    },
  };
}

const json = (status: number, body: object): Answer => ({
  status,
  headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' },
  body: JSON.stringify(body),
});

/** An error response in Stripe's format. */
const refusal = (status: number, message: string, details: { readonly type?: string; readonly code?: string } = {}): Answer =>
  json(status, { error: { type: 'invalid_request_error', message, ...details } });

function send(response: ServerResponse, { status, headers, body }: Answer): void {
  response.writeHead(status, headers).end(body);
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request) {
    parts.push(part as Buffer);
    size += (part as Buffer).length;
    if (size > MAX_BODY_BYTES) throw new Error('The body is too large.');
  }
  return Buffer.concat(parts).toString('utf8');
}
