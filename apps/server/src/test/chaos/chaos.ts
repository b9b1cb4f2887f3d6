import { setTimeout as sleep } from 'node:timers/promises';
import { PAYMENT_EVENTS_PATH } from '@checkwell/domain/one-shot/contract';
import { startTestProvider } from '@checkwell/stand-ins/payments/provider';
import { Pool } from 'pg';
import { buildApp } from '../../app.ts';
import { loadConfig } from '../../config.ts';
import { systemClock } from '../../platform/clock/system-clock.ts';
import { openDatabase } from '../../platform/db/database.ts';
import { createLogger } from '../../platform/http/logger.ts';
import { OUTBOX_CHANNEL } from '../../platform/jobs/outbox.ts';
import { createFixtures } from '../fixtures.ts';
import { makeUser, PASSWORD } from '../servers/identity-app.ts';
import { FAULT_KINDS, type Fault, faultsOf, inject, nameOf } from './faults.ts';
import { findViolations, type Owner } from './invariants.ts';
import { type Ledger, type Session, work } from './load.ts';
import { type Processes, startProcesses } from './processes.ts';

/** Defects that fault injection must find: `commits`: a failed commit counts as successful; `keys`: a retry has another idempotency key. */
export const DEFECTS = ['commits', 'keys'] as const;
export type Defect = (typeof DEFECTS)[number];

export interface ChaosOptions {
  readonly rounds: number;
  /** Of the first round; the next one has the next number. */
  readonly seed: number;
  /** Empty. */
  readonly folder: string;
  /** Faults to inject; left out: all that this machine allows. */
  readonly kinds?: readonly Fault['kind'][];
  readonly defect?: Defect | undefined;
  /** How long to wait for effects that killed processes had claimed, and for payments, which are polled each minute. */
  readonly timeoutMs?: number;
  readonly print?: (line: string) => void;
  /** Asked before each round. */
  readonly shouldStop?: () => boolean;
}

export interface ChaosReport {
  readonly rounds: number;
  readonly faults: Readonly<Record<string, number>>;
  readonly ledger: Ledger;
  readonly violations: readonly string[];
  /** Of the round after which an invariant was violated; null: none was. */
  readonly failingSeed: number | null;
}

/** How long the simulated users work in a round at least, and how many they are. */
const ROUND_MS = 3000;
const PEOPLE = 6;
const SETTLE_MS = 150_000;
/** A running process has finished by then what it had claimed. */
const CLAIMED_MS = 3000;
const POLL_EVERY_MS = 250;
/** Rounds between two summaries. */
const SUMMARY_EVERY = 25;

const FAILED_COMMITS = new URL('failed-commits.ts', import.meta.url).href;

/** Simulated users order, cancel and pay while faults are injected. Ends after the first round after which an invariant is violated. */
export async function runChaos({
  rounds,
  seed,
  folder,
  kinds = FAULT_KINDS,
  defect,
  timeoutMs = SETTLE_MS,
  print = () => undefined,
  shouldStop = () => false,
}: ChaosOptions): Promise<ChaosReport> {
  const secrets = { secretKey: 'sk_test_0123456789abcdef', webhookSecret: 'whsec_0123456789abcdef' };
  const provider = await startTestProvider({
    ...secrets,
    port: 0,
    productOrigin: 'http://localhost:3000',
    file: null,
    now: () => new Date(),
  });
  const env = {
    APP_SECRET: 'only for tests: sixty-four bytes would not make it any safer',
    STRIPE_SECRET_KEY: secrets.secretKey,
    STRIPE_PUBLISHABLE_KEY: 'pk_test_0123456789abcdef',
    STRIPE_WEBHOOK_SECRET: secrets.webhookSecret,
  };
  const preloads = defect === 'commits' ? [FAILED_COMMITS] : [];
  const processes = await startProcesses({ folder, env, providerOrigin: provider.origin, preloads });
  const possible = processes.hasSmallDisk ? kinds : kinds.filter((kind) => kind !== 'full');
  if (possible.length < kinds.length) print('No disk is filled: this account may not mount one.');
  const pool = new Pool({ connectionString: processes.ownerUrl, max: 2 });
  pool.on('error', () => undefined); // its server is killed
  // As in test/database.ts: the caller names the type of the rows.
  const owner: Owner = async (sql, values = []) => (await pool.query(sql, [...values])).rows as never;
  const faultCounts: Record<string, number> = {};
  const violations: string[] = [];
  const ledger: Ledger = { orders: new Map(), cancelled: new Set(), payments: new Map(), unexpected: [], retries: 0 };
  const started = performance.now();
  let done = 0;
  try {
    await processes.ready();
    provider.webhooks.target = processes.origin + PAYMENT_EVENTS_PATH;
    const { company, email } = await createUser(processes, { ...env, STRIPE_API_URL: provider.origin }, folder);
    const sessions: readonly Session[] = Array.from({ length: PEOPLE }, () => ({ authorization: '', cookie: '' }));
    for (; done < rounds && violations.length === 0 && !shouldStop(); done += 1) {
      const began = performance.now();
      const plan = faultsOf(seed + done, possible);
      let over = false;
      const forgetsKeys = defect === 'keys';
      const load = { origin: processes.origin, email, password: PASSWORD, company, provider, ledger, forgetsKeys, isOver: () => over };
      const working = sessions.map((session, person) => work(`round${done}-${person}`, session, load));
      const all = Promise.all(working);
      all.catch(() => undefined); // handled below
      const end = sleep(ROUND_MS);
      for (const fault of plan) {
        await sleep(fault.afterMs);
        const name = `${fault.kind} ${fault.who}`;
        faultCounts[name] = (faultCounts[name] ?? 0) + 1;
        await inject(processes, fault);
      }
      await end;
      over = true;
      // A process that does not come back is a finding like any other: reported with the seed of its round.
      await processes.ready().catch((error: Error) => violations.push(error.message));
      await all.catch((error: unknown) => violations.push(error instanceof Error ? error.message : String(error)));
      // So is a database that cannot be checked although every process was ready.
      const inconsistencies = await waitForConsistency(owner, ledger, timeoutMs).catch((error: Error) => [
        `The data cannot be checked: ${error.message}`,
      ]);
      violations.push(...processes.takeUnexpectedExits(), ...ledger.unexpected.splice(0), ...inconsistencies);
      print(
        `round ${done + 1}, seed ${seed + done}: ${plan.map(nameOf).join(', ')}; ${((performance.now() - began) / 1000).toFixed(1)} s; ${violations.length} violations`,
      );
      if ((done + 1) % SUMMARY_EVERY === 0) print(summaryOf(done + 1, started, faultCounts, ledger));
    }
    const taken = new Set(provider.ledger.list(0).flatMap(({ id, status }) => (status === 'succeeded' ? [id] : [])));
    // What was found must be reported, also when the database does not come back.
    const known = await owner<{ id: string }>(`select "providerId" as id from one_shot_attempts where "capturedCents" > 0`).catch(
      (error: Error) => void violations.push(`The payments cannot be checked: ${error.message}`),
    );
    for (const { id } of known ?? []) if (!taken.delete(id)) violations.push(`a payment that was not taken: ${id}`);
    if (known) for (const id of taken) violations.push(`taken, and nobody knows: ${id}`);
    if (violations.length > 0) print(`The end of the log of the database:\n${processes.databaseLog()}`);
  } finally {
    await pool.end();
    await processes.stop();
    await provider.close();
  }
  print(summaryOf(done, started, faultCounts, ledger));
  return { rounds: done, faults: faultCounts, ledger, violations, failingSeed: violations.length === 0 ? null : seed + done - 1 };
}

function summaryOf(rounds: number, started: number, faultCounts: Readonly<Record<string, number>>, ledger: Ledger): string {
  const faults = Object.entries(faultCounts)
    .toSorted(([one], [other]) => one.localeCompare(other))
    .map(([fault, count]) => `${fault} ${count}`);
  return `${rounds} rounds, ${((performance.now() - started) / 1000).toFixed(0)} s: ${faults.join(', ')}; ${ledger.orders.size} orders, ${ledger.cancelled.size} cancellations, ${ledger.payments.size} payments, asked again ${ledger.retries} times`;
}

/** A company, and somebody of it who can sign in. */
async function createUser(processes: Processes, env: Readonly<Record<string, string>>, folder: string) {
  const config = loadConfig({
    ...env,
    NODE_ENV: 'test',
    DEMO: '0',
    LOG_LEVEL: 'silent',
    DATABASE_URL: processes.ownerUrl,
    DATA_DIR: folder,
  });
  const log = createLogger(config);
  const db = await openDatabase(config, { log });
  const app = await buildApp({ config, db, clock: systemClock, log });
  try {
    const { a } = await createFixtures(db, systemClock);
    const { email } = await makeUser({ db, config, owner: async () => [] }, app.services.identity, { companyId: a.id });
    return { company: a, email };
  } finally {
    await app.http.close();
    await db.close();
  }
}

/** Waits until all effects and payments are done. @returns what is still wrong then, or when the time is over */
async function waitForConsistency(owner: Owner, ledger: Ledger, timeoutMs: number): Promise<readonly string[]> {
  const started = Date.now();
  const until = started + timeoutMs;
  for (;;) {
    const waiting = await owner<{ count: number }>(
      `select count(*)::int as count from outbox where "deadAt" is null and "dueAt" < now() + interval '2 hours'`,
    );
    // As if a minute had passed for what was claimed before this and is not done yet: its process was killed.
    if (Date.now() - started > CLAIMED_MS)
      await advance(owner, '"claimedUntil" = now() where "claimedUntil" between now() and $1', [new Date(started + 60_000)]);
    // As if it were later: by night mails wait for the morning, and what failed while a clock was ahead waits until that time has come.
    await advance(owner, `"dueAt" = now() where (topic = 'mail' or attempts > 0) and "dueAt" > now() and "deadAt" is null`);
    const paid = await owner<{ count: number }>(`select count(*)::int as count from one_shot_orders where state = 'Paid'`);
    const isOver = Date.now() > until;
    if ((waiting[0]?.count === 0 && paid[0]?.count === ledger.payments.size) || isOver) {
      const violations = await findViolations(owner, ledger);
      if (violations.length === 0 && !isOver) return [];
      if (isOver)
        return [...violations, `${waiting[0]?.count} effects wait, ${paid[0]?.count} of ${ledger.payments.size} payments have their check`];
    }
    await sleep(POLL_EVERY_MS);
  }
}

/** Changes when effects are due, and wakes the workers, which else look only every ten seconds. */
async function advance(owner: Owner, change: string, values: readonly unknown[] = []): Promise<void> {
  await owner(
    `with advanced as (update outbox set ${change} returning topic)
     select pg_notify('${OUTBOX_CHANNEL}', topic) from (select distinct topic from advanced) as topics`,
    values,
  );
}
