import type { Clock } from '@checkwell/domain/clock';
import type { Metrics } from '../http/observe.ts';
import type { Database } from './database.ts';

/** Pools of connections of this process: how large they are, who waits, and for how long it took to get a connection. */
export function observePools({ gauge, gauges, counter, histogram }: Metrics, db: Pick<Database, 'pools' | 'onWait' | 'replica'>): void {
  const byPool = (name: string, help: string, value: (pool: ReturnType<typeof db.pools>[number]) => number): void =>
    gauges(name, help, ['pool'], () => db.pools().map((pool) => ({ labels: { pool: pool.name }, value: value(pool) })));
  byPool('database_connections', 'Connections of this process to the database.', ({ total }) => total);
  byPool('database_connections_busy', 'Those of them that are at work.', ({ total, idle }) => total - idle);
  byPool('database_waiting', 'Who waits for a connection.', ({ waiting }) => waiting);
  const wait = histogram(
    'database_wait_seconds',
    'How long transactions waited for their connection.',
    ['pool'],
    [0.001, 0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  );
  db.onWait((pool, seconds) => wait({ pool }, seconds));
  const { replica } = db;
  if (replica === null) return;
  const reads = counter(
    'replica_reads_total',
    'Lists, dashboards and exports, by who answered them: the replica, or the primary and why.',
    ['outcome'],
  );
  replica.onOutcome((outcome) => reads({ outcome }));
  gauge(
    'replica_behind_bytes',
    'How far the replica was behind when it was asked last. NaN: it did not answer yet.',
    () => replica.behindBytes,
  );
}

/** Deadlines, tokens and sessions are judged by the clock of a process, and by those of the others: the database's is the same for all. */
export function observeClock({ gauge }: Metrics, db: Pick<Database, 'readinessPool'>, clock: Clock): void {
  gauge('clock_ahead_seconds', 'How far the clock of this process is ahead of the database’s; below 0: behind.', async () => {
    const before = clock.now().getTime();
    const { rows } = await db.readinessPool().query<{ ms: number }>('select extract(epoch from clock_timestamp())::float8 * 1000 as ms');
    // The answer was made somewhere between the two.
    return ((before + clock.now().getTime()) / 2 - (rows[0]?.ms ?? Number.NaN)) / 1000;
  });
}
