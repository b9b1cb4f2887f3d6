import { setTimeout as sleep } from 'node:timers/promises';
import type { ClientBase, PoolClient } from 'pg';
import { test } from 'vitest';
import type { ClonedDatabase } from './database.ts';
import { isOneIn, nightly } from './nightly.ts';

/**
 * Runs two callers that wait for the same lock, and releases it: they get it in the order in which they were started.
 * @param lock a statement that takes it, such as `lock table one_shot_orders in exclusive mode` or `select from … for update`
 * @returns the outcome of each
 */
export type Race = <A, B>(
  lock: { readonly sql: string; readonly values?: readonly unknown[] },
  a: () => Promise<A>,
  b: () => Promise<B>,
) => Promise<[PromiseSettledResult<A>, PromiseSettledResult<B>]>;

/** Without a pause, the polling used as much of the processors as the callers. */
const LOOK_EVERY_MS = 3;

/**
 * Registers `play` as two tests: in one `a` gets the lock first, in the other `b`; `first` says which. PostgreSQL grants a lock in the order of
 * the requests. Nothing else may wait for locks in this database meanwhile. Outside nightly runs only one of the two runs, selected by its name.
 */
export function inBothOrders(
  name: string,
  database: Pick<ClonedDatabase, 'connect'>,
  play: (race: Race, first: 'a' | 'b') => Promise<void>,
): void {
  const isFirst = isOneIn(2, name);
  test.runIf(nightly || isFirst)(`${name}: the first before the second`, () =>
    play(async (lock, a, b) => {
      // The list has the union of the two types.
      const [ofA, ofB] = await heldAt(database, lock, [a, b]);
      return [ofA, ofB] as never;
    }, 'a'),
  );
  test.runIf(nightly || !isFirst)(`${name}: the second before the first`, () =>
    play(async (lock, a, b) => {
      const [ofB, ofA] = await heldAt(database, lock, [b, a]);
      return [ofA, ofB] as never;
    }, 'b'),
  );
}

/**
 * Starts each caller once the previous one waits for the lock; then releases the lock. Between two callers another connection waits for the
 * same lock: PostgreSQL grants locks in the order of the requests, so the first caller has ended its transaction before the second
 * continues, also where both request a mode in which they could hold the lock at the same time.
 * @throws {Error} when a caller ends without waiting for the lock
 */
async function heldAt(
  database: Pick<ClonedDatabase, 'connect'>,
  { sql, values = [] }: { readonly sql: string; readonly values?: readonly unknown[] },
  callers: readonly (() => Promise<unknown>)[],
): Promise<PromiseSettledResult<unknown>[]> {
  // From the pool: opening connections took longer than the race.
  const clients: PoolClient[] = [];
  const connect = async (): Promise<PoolClient> => {
    const client = await database.connect();
    clients.push(client);
    return client;
  };
  const take = async (client: ClientBase): Promise<void> => {
    await client.query('begin');
    await client.query(sql, [...values]);
  };
  const [holder, watcher] = [await connect(), await connect()];
  const started: Promise<unknown>[] = [];
  const between: Promise<unknown>[] = [];
  try {
    await take(holder);
    for (const caller of callers) {
      if (started.length > 0) {
        const gate = await connect();
        between.push(take(gate).then(() => gate.query('rollback')));
        while (!(await areWaiting(watcher, started.length + between.length)));
      }
      const running = caller();
      started.push(running);
      let ended = false;
      const end = running.then(
        () => 'ended without waiting for the lock',
        (error: unknown) =>
          `failed before it requested the lock: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
      );
      void end.then(() => {
        ended = true;
      });
      while (!(await areWaiting(watcher, started.length + between.length)))
        if (ended) throw new Error(`Caller ${started.length} ${await end}.`);
    }
  } finally {
    await holder.query('rollback');
    await Promise.allSettled([...started, ...between]);
    // A connection that failed is not used again.
    const broken = (await Promise.allSettled(between)).some(({ status }) => status === 'rejected');
    for (const client of clients) client.release(broken);
  }
  await Promise.all(between);
  return Promise.allSettled(started);
}

/** Whether at least `many` connections wait for a lock; when not, pauses before it returns. */
async function areWaiting(watcher: ClientBase, many: number): Promise<boolean> {
  const { rows } = await watcher.query<{ n: number }>(
    `select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  if ((rows[0]?.n ?? 0) >= many) return true;
  await sleep(LOOK_EVERY_MS);
  return false;
}
