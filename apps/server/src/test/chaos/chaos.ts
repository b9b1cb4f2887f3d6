import { setTimeout as sleep } from 'node:timers/promises';
import { PAYMENT_EVENTS_PATH } from '@checkwell/domain/one-shot/contract';
import { startTestProvider } from '@checkwell/stand-ins/payments/provider';
import * as fc from 'fast-check';
import { Pool } from 'pg';
import { buildApp } from '../../app.ts';
import { loadConfig } from '../../config.ts';
import { systemClock } from '../../platform/clock/system-clock.ts';
import { openDatabase } from '../../platform/db/database.ts';
import { createLogger } from '../../platform/http/logger.ts';
import { makeUser, PASSWORD } from '../servers/identity-app.ts';
import { createWorld } from '../world.ts';
import { type Owner, wrongIn } from './books.ts';
import { type Crew, MEMBERS, type Member, startCrew } from './crew.ts';
import { type Ledger, work } from './load.ts';

export interface ChaosOptions {
  readonly rounds: number;
  readonly seed: number;
  /** Empty. */
  readonly folder: string;
  readonly tell?: (line: string) => void;
}

export interface ChaosReport {
  readonly faults: Readonly<Record<string, number>>;
  readonly ledger: Ledger;
  readonly wrong: readonly string[];
}

/** How long people work in a round, and how many. */
const ROUND_MS = 8000;
const PEOPLE = 6;
/** After a round: for what was claimed by processes that are no more, and for payments that are asked for each minute. */
const SETTLE_MS = 150_000;
/** A process that runs has done by then what it had claimed. */
const CLAIMED_MS = 10_000;

interface Fault {
  readonly who: Member;
  readonly kind: 'kill' | 'freeze';
  readonly afterMs: number;
  readonly lengthMs: number;
}
const faults: fc.Arbitrary<readonly Fault[]> = fc.array(
  fc.record({
    who: fc.constantFrom(...MEMBERS),
    kind: fc.constantFrom('kill' as const, 'freeze' as const),
    afterMs: fc.noBias(fc.integer({ min: 100, max: 3000 })),
    lengthMs: fc.noBias(fc.integer({ min: 200, max: 3500 })),
  }),
  { minLength: 3, maxLength: 5 },
);

/** People order, cancel and pay while processes are killed and stopped; after each round the books are looked through. */
export async function runChaos({ rounds, seed, folder, tell = () => undefined }: ChaosOptions): Promise<ChaosReport> {
  const secrets = { secretKey: 'sk_test_0123456789abcdef', webhookSecret: 'whsec_0123456789abcdef' };
  const provider = await startTestProvider({
    ...secrets,
    port: 0,
    productOrigin: 'http://localhost:3000',
    file: null,
    now: () => new Date(),
  });
  const env = {
    APP_SECRET: 'only for storms: sixty-four bytes would not make it any safer',
    STRIPE_SECRET_KEY: secrets.secretKey,
    STRIPE_PUBLISHABLE_KEY: 'pk_test_0123456789abcdef',
    STRIPE_WEBHOOK_SECRET: secrets.webhookSecret,
    STRIPE_API_URL: provider.origin,
  };
  const crew = await startCrew(folder, env);
  const pool = new Pool({ connectionString: crew.ownerUrl, max: 2 });
  pool.on('error', () => undefined); // its server is killed
  // As in test/database.ts: who asks says what rows it gets.
  const owner: Owner = async (sql, values = []) => (await pool.query(sql, [...values])).rows as never;
  const counts: Record<string, number> = {};
  const wrong: string[] = [];
  const ledger: Ledger = { orders: new Map(), cancelled: new Set(), payments: new Map(), strange: [], again: 0 };
  try {
    await crew.ready();
    provider.webhooks.target = crew.origin + PAYMENT_EVENTS_PATH;
    const { company, email } = await people(crew, env, folder);
    for (let round = 0; round < rounds && wrong.length === 0; round += 1) {
      const [plan = []] = fc.sample(faults, { seed: seed + round, numRuns: 1 });
      let over = false;
      const load = { origin: crew.origin, email, password: PASSWORD, company, provider, ledger, isOver: () => over };
      const working = Array.from({ length: PEOPLE }, (_, person) => work(`round${round}-${person}`, load));
      const all = Promise.all(working);
      all.catch(() => undefined); // told below
      const end = sleep(ROUND_MS);
      for (const { who, kind, afterMs, lengthMs } of plan) {
        await sleep(afterMs);
        counts[`${kind} ${who}`] = (counts[`${kind} ${who}`] ?? 0) + 1;
        await (kind === 'kill' ? crew.kill(who) : crew.freeze(who, lengthMs));
      }
      await end;
      over = true;
      await crew.ready();
      await all;
      wrong.push(...crew.losses(), ...ledger.strange.splice(0), ...(await settled(owner, ledger)));
      tell(
        `round ${round + 1}: ${plan.map(({ kind, who }) => `${kind} ${who}`).join(', ')}; ${ledger.orders.size} orders, ${ledger.cancelled.size} cancelled, ${ledger.payments.size} paid, asked again ${ledger.again} times; ${wrong.length} wrong`,
      );
    }
    const taken = new Set(provider.ledger.list(0).flatMap(({ id, status }) => (status === 'succeeded' ? [id] : [])));
    const known = await owner<{ id: string }>(`select "providerId" as id from one_shot_attempts where "capturedCents" > 0`);
    for (const { id } of known) if (!taken.delete(id)) wrong.push(`a payment that was not taken: ${id}`);
    for (const id of taken) wrong.push(`taken, and nobody knows: ${id}`);
  } finally {
    await pool.end();
    await crew.stop();
    await provider.close();
  }
  return { faults: counts, ledger, wrong };
}

/** A company, and somebody of it who can sign in. */
async function people(crew: Crew, env: Readonly<Record<string, string>>, folder: string) {
  const config = loadConfig({ ...env, NODE_ENV: 'test', DEMO: '0', LOG_LEVEL: 'silent', DATABASE_URL: crew.ownerUrl, DATA_DIR: folder });
  const log = createLogger(config);
  const db = await openDatabase(config, { log });
  const app = await buildApp({ config, db, clock: systemClock, log });
  try {
    const { a } = await createWorld(db, systemClock);
    const { email } = await makeUser({ db, config, owner: async () => [] }, app.services.identity, { companyId: a.id });
    return { company: a, email };
  } finally {
    await app.http.close();
    await db.close();
  }
}

/** What is wrong once everything that was asked for has happened; what is still wrong after the patience. */
async function settled(owner: Owner, ledger: Ledger): Promise<readonly string[]> {
  const started = Date.now();
  const until = started + SETTLE_MS;
  for (;;) {
    const waiting = await owner<{ count: number }>(
      `select count(*)::int as count from outbox where "deadAt" is null and "dueAt" < now() + interval '1 hour'`,
    );
    // As if a minute had passed for what was claimed before this and is not done yet: its process was killed.
    if (Date.now() - started > CLAIMED_MS)
      await owner('update outbox set "claimedUntil" = now() where "claimedUntil" between now() and $1', [new Date(started + 60_000)]);
    const paid = await owner<{ count: number }>(`select count(*)::int as count from one_shot_orders where state = 'Paid'`);
    const wrong = await wrongIn(owner, ledger);
    const isDone = waiting[0]?.count === 0 && paid[0]?.count === ledger.payments.size && wrong.length === 0;
    if (isDone) return [];
    if (Date.now() > until)
      return [...wrong, `${waiting[0]?.count} effects wait, ${paid[0]?.count} of ${ledger.payments.size} payments have their check`];
    await sleep(1000);
  }
}
