import { setTimeout as sleep } from 'node:timers/promises';
import { type OneShotView, type PaymentSession, TEST_CARDS } from '@checkwell/domain/one-shot/contract';
import type { TestProvider } from '@checkwell/stand-ins/payments/provider';
import { systemClock } from '../../platform/clock/system-clock.ts';
import { orderOf } from '../checks.ts';
import type { FixtureCompany } from '../fixtures.ts';
import { oneShotInput } from '../servers/payments.ts';

/** Operations that the product acknowledged. */
export interface Ledger {
  /** By the key of the order: the check. */
  readonly orders: Map<string, string>;
  /** Checks whose cancellation was acknowledged. */
  readonly cancelled: Set<string>;
  /** Tokens of One Shot Checks whose payment went through at the provider, and intents of theirs. */
  readonly payments: Map<string, string>;
  /** Answers that nobody should get: internal errors, and others of status 5xx that do not ask to try again. */
  readonly unexpected: string[];
  /** How often a request was sent again. */
  retries: number;
}

export interface Load {
  readonly origin: string;
  readonly email: string;
  readonly password: string;
  readonly company: FixtureCompany;
  readonly provider: TestProvider;
  readonly ledger: Ledger;
  /** True: nothing new is begun; what was begun is finished. */
  readonly isOver: () => boolean;
  /** A defect, to show that it is found: each retry has another idempotency key. */
  readonly forgetsKeys: boolean;
}

const SIGN_IN = '/auth/sign-in';
const SIGNED_OUT = /^(auth\.(tokenInvalid|sessionEnded)|access\.unauthenticated)$/;
/** However often it is asked again. */
const ANSWER_WITHIN_MS = 180_000;
/** Codes of answers after which the request is sent again later. */
const RETRY_LATER =
  /^(database\.|server\.overloaded|request\.timeout|auth\.unavailable|payment\.unavailable|server\.stopping|auth\.tooManyAttempts|request\.tooMany)/;

interface Answer {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>> & { readonly error?: { readonly code: string } };
  readonly token: string;
}

let networks = 0;
/** Another address each time: limits by network are not tested here. */
function nextNetwork(): string {
  networks += 1;
  return `10.9.${(networks >> 8) & 255}.${networks & 255}`;
}

/** What a browser keeps between rounds. */
export interface Session {
  authorization: string;
  cookie: string;
}

/**
 * One simulated user, until the round is over, and once at least: orders, cancels, pays; retries with the same idempotency key until there is an answer.
 * @param session empty: signs in first
 */
export async function work(name: string, session: Session, load: Load): Promise<void> {
  const { origin, ledger } = load;
  let ip = nextNetwork();

  type Request = Omit<RequestInit, 'headers'> & { readonly headers?: Record<string, string> };
  /** @returns null: no answer, so that nobody knows whether the request was carried out */
  async function answerTo(path: string, init: Request): Promise<(Answer & { readonly code: string | undefined }) | null> {
    try {
      const response = await fetch(origin + path, {
        ...init,
        signal: AbortSignal.timeout(20_000),
        headers: { 'x-forwarded-for': ip, ...session, ...init.headers },
      });
      const body = (await response.json()) as Answer['body'] & { readonly errors?: readonly { extensions: { code: string } }[] };
      const code = body.error?.code ?? body.errors?.[0]?.extensions.code;
      const cookies = response.headers.getSetCookie().map((line) => line.split(';')[0] ?? '');
      if (cookies.length > 0) session.cookie = cookies.join('; ');
      const token = cookies.find((pair) => pair.startsWith('__Host-accessToken='))?.split('=')[1] ?? '';
      return { status: response.status, body, token, code };
    } catch {
      return null;
    }
  }

  /** @param again the request to send as a retry; left out: the same */
  async function ask(path: string, first: Request, again: (attempt: number) => Request = () => first): Promise<Answer> {
    const until = Date.now() + ANSWER_WITHIN_MS;
    for (let attempt = 0; Date.now() < until; attempt += 1) {
      const answer = await answerTo(path, attempt === 0 ? first : again(attempt));
      const code = answer?.code;
      // A clock that was set forward ends sessions, also one that is being opened.
      if (code !== undefined && SIGNED_OUT.test(code)) {
        if (path !== SIGN_IN) await signIn();
      } else if (answer !== null && (code === undefined || !RETRY_LATER.test(code))) {
        if (answer.status >= 500 || code?.startsWith('server.')) ledger.unexpected.push(`${path}: ${answer.status} ${code}`);
        if (!code?.startsWith('server.')) return answer;
      }
      ledger.retries += 1;
      await sleep(150);
    }
    throw new Error(`${path} had no answer for ${ANSWER_WITHIN_MS / 1000} s.`);
  }
  const requestOf = (body: object | null, headers: Record<string, string> = {}): Request => ({
    method: 'POST',
    headers: { ...(body && { 'content-type': 'application/json' }), ...headers },
    ...(body && { body: JSON.stringify(body) }),
  });
  const post = (path: string, body: object | null, headers: Record<string, string> = {}) => ask(path, requestOf(body, headers));
  async function graphql(
    query: string,
    variables: Readonly<Record<string, unknown>>,
  ): Promise<{ data: Record<string, never> | null; code: string | undefined }> {
    const { key } = variables;
    const withKey = (attempt: number): Request =>
      requestOf({ query, variables: typeof key === 'string' && load.forgetsKeys ? { ...variables, key: `${key}-${attempt}` } : variables });
    const { body } = await ask('/graphql', withKey(0), withKey);
    // The shape of every GraphQL answer; the caller knows the type of the data.
    const { data = null, errors } = body as unknown as { data?: never; errors?: readonly { extensions: { code: string } }[] };
    return { data, code: errors?.[0]?.extensions.code };
  }

  async function signIn(): Promise<void> {
    ip = nextNetwork();
    session.authorization = '';
    session.cookie = '';
    const { status, token, body } = await post(SIGN_IN, { email: load.email, password: load.password });
    if (status !== 200) throw new Error(`Nobody can sign in: ${status} ${body.error?.code}`);
    session.authorization = `Bearer ${token}`;
  }
  if (session.authorization === '') await signIn();

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
    // The contract of the route; a refusal is thrown below.
    const { token: link } = placed.body as unknown as OneShotView;
    if (placed.status !== 201 && placed.status !== 200)
      throw new Error(`A One Shot Check was refused: ${placed.status} ${JSON.stringify(placed.body)}`);
    const payment = await post(`/v1/api/one-shot-checks/${link}/payments`, null, { 'idempotency-key': `payment-${key}-with-a-long-key` });
    // The contract of the route.
    const { clientSecret } = payment.body as unknown as PaymentSession;
    const intent = load.provider.ledger.findBySecret(clientSecret);
    if (!intent) throw new Error(`There is no payment: ${payment.status} ${JSON.stringify(payment.body)}`);
    load.provider.ledger.confirm(intent, TEST_CARDS.success);
    ledger.payments.set(link, intent.id);
    await ask(`/v1/api/one-shot-checks/${link}?refresh=true`, { method: 'GET' });
  }

  for (let turn = 0; turn === 0 || !load.isOver(); turn += 1) {
    const key = `${name}-${turn}`;
    ip = nextNetwork();
    const id = await order(key);
    if (turn % 2 === 0) await cancel(id);
    if (turn % 3 === 0) await pay(key);
  }
}
