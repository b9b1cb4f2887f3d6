import { setTimeout as sleep } from 'node:timers/promises';
import { type OneShotView, type PaymentSession, TEST_CARDS } from '@checkwell/domain/one-shot/contract';
import type { TestProvider } from '@checkwell/stand-ins/payments/provider';
import { systemClock } from '../../platform/clock/system-clock.ts';
import { orderOf } from '../checks.ts';
import { oneShotInput } from '../servers/payments.ts';
import type { WorldCompany } from '../world.ts';

/** What somebody was told is done. */
export interface Ledger {
  /** By the key of the order: the check. */
  readonly orders: Map<string, string>;
  /** Checks of which somebody was told that they are cancelled. */
  readonly cancelled: Set<string>;
  /** Tokens of One Shot Checks whose payment went through at the provider, and intents of theirs. */
  readonly payments: Map<string, string>;
  /** Answers that blame the product for what was done to it, and others that nobody should get. */
  readonly strange: string[];
  /** How often something was asked again. */
  again: number;
}

export interface Load {
  readonly origin: string;
  readonly email: string;
  readonly password: string;
  readonly company: WorldCompany;
  readonly provider: TestProvider;
  readonly ledger: Ledger;
  /** Nothing new is begun any more; what was begun is brought to its end. */
  readonly isOver: () => boolean;
}

/** An answer that says: not now. */
const LATER =
  /^(database\.|server\.overloaded|request\.timeout|auth\.unavailable|payment\.unavailable|server\.stopping|auth\.tooManyAttempts|request\.tooMany)/;

interface Answer {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>> & { readonly error?: { readonly code: string } };
  readonly token: string;
}

let networks = 0;
/** Everybody from elsewhere each time: limits by network are not what this is about. */
function nextNetwork(): string {
  networks += 1;
  return `10.9.${(networks >> 8) & 255}.${networks & 255}`;
}

/** One person at work until the round is over: orders, cancels, pays; asks again with the same key until there is an answer. */
export async function work(name: string, load: Load): Promise<void> {
  const { origin, ledger } = load;
  let ip = nextNetwork();
  let authorization = '';
  let cookie = '';

  async function ask(path: string, init: RequestInit & { readonly headers?: Record<string, string> }): Promise<Answer> {
    for (;;) {
      try {
        const response = await fetch(origin + path, {
          ...init,
          signal: AbortSignal.timeout(20_000),
          headers: { 'x-forwarded-for': ip, authorization, cookie, ...init.headers },
        });
        const body = (await response.json()) as Answer['body'] & { readonly errors?: readonly { extensions: { code: string } }[] };
        const code = body.error?.code ?? body.errors?.[0]?.extensions.code;
        if (code === undefined || !LATER.test(code)) {
          if (response.status >= 500 || code?.startsWith('server.')) ledger.strange.push(`${path}: ${response.status} ${code}`);
          const cookies = response.headers.getSetCookie().map((line) => line.split(';')[0] ?? '');
          if (cookies.length > 0) cookie = cookies.join('; ');
          const token = cookies.find((pair) => pair.startsWith('__Host-accessToken='))?.split('=')[1] ?? '';
          if (!code?.startsWith('server.')) return { status: response.status, body, token };
        }
      } catch {
        // It went away, or stands still: what became of the request nobody knows.
      }
      ledger.again += 1;
      await sleep(150);
    }
  }
  const post = (path: string, body: object | null, headers: Record<string, string> = {}) =>
    ask(path, {
      method: 'POST',
      headers: { ...(body && { 'content-type': 'application/json' }), ...headers },
      ...(body && { body: JSON.stringify(body) }),
    });
  async function graphql(query: string, variables: object): Promise<{ data: Record<string, never> | null; code: string | undefined }> {
    const { body } = await post('/graphql', { query, variables });
    // As every answer of GraphQL; what the operation asked for, its caller knows.
    const { data = null, errors } = body as unknown as { data?: never; errors?: readonly { extensions: { code: string } }[] };
    return { data, code: errors?.[0]?.extensions.code };
  }

  const { status, token } = await post('/auth/sign-in', { email: load.email, password: load.password });
  if (status !== 200) throw new Error(`Nobody can sign in: ${status}`);
  authorization = `Bearer ${token}`;

  async function order(key: string): Promise<string> {
    const input = orderOf(load.company, systemClock, { employeeId: null, employeeMatricule: key, superiorId: load.company.superiors[0] });
    const { data, code } = await graphql(
      'mutation ($input: OrderInput!, $key: String!) { orderCheck(input: $input, idempotencyKey: $key) { id version } }',
      { input, key: `order-of-${key}-with-a-long-key` },
    );
    const id = (data as { orderCheck?: { id: string } } | null)?.orderCheck?.id;
    if (id === undefined) throw new Error(`The order ${key} was refused: ${code}`);
    ledger.orders.set(key, id);
    return id;
  }

  async function cancel(id: string): Promise<void> {
    const { data, code } = await graphql(
      'mutation ($id: ID!, $input: CancelInput!) { cancelCheck(id: $id, version: 1, input: $input) { id } }',
      { id, input: { reason: 'Back at work' } },
    );
    // Asked again after an answer that got lost: it is done already.
    if (data === null && code !== 'entity.changedMeanwhile' && code !== 'check.actionNotAllowed')
      throw new Error(`The cancellation of ${id} was refused: ${code}`);
    ledger.cancelled.add(id);
  }

  async function pay(key: string): Promise<void> {
    const placed = await post('/v1/api/one-shot-checks', oneShotInput(systemClock), {
      'idempotency-key': `one-shot-${key}-with-a-long-key`,
    });
    // The contract of the route; what was refused is told below.
    const { token: link } = placed.body as unknown as OneShotView;
    if (placed.status !== 201 && placed.status !== 200)
      throw new Error(`A One Shot Check was refused: ${placed.status} ${JSON.stringify(placed.body)}`);
    const session = await post(`/v1/api/one-shot-checks/${link}/payments`, null, { 'idempotency-key': `payment-${key}-with-a-long-key` });
    // The contract of the route.
    const { clientSecret } = session.body as unknown as PaymentSession;
    const intent = load.provider.ledger.findBySecret(clientSecret);
    if (!intent) throw new Error(`There is no payment: ${session.status} ${JSON.stringify(session.body)}`);
    load.provider.ledger.confirm(intent, TEST_CARDS.success);
    ledger.payments.set(link, intent.id);
    await ask(`/v1/api/one-shot-checks/${link}?refresh=true`, { method: 'GET' });
  }

  for (let turn = 0; !load.isOver(); turn += 1) {
    const key = `${name}-${turn}`;
    ip = nextNetwork();
    const id = await order(key);
    if (turn % 2 === 0) await cancel(id);
    if (turn % 3 === 0) await pay(key);
  }
}
