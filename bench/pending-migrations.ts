import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { DATABASE_NAME } from '../apps/server/src/platform/db/roles.ts';
import { migrate } from '../apps/server/src/platform/db/set-up/migrate.ts';
import { runAs } from '../apps/server/src/test/sql.ts';
import { onKeptData } from './support/kept-data.ts';

/** Pause of a writer between two tables. */
const PAUSE_MS = 1;

interface Wait {
  readonly table: string;
  readonly milliseconds: number;
}

/**
 * `DATA_DIR=… npm run bench -- pending-migrations`: brings data that an older version made to the newest migration, and meanwhile asks for each
 * table's lock as somebody who writes does. Reports the time of each migration and the longest waits of the writer. The data stay migrated.
 */
export async function pendingMigrations(): Promise<void> {
  await onKeptData('pending-migrations', async ({ databaseUrl, secret, ownerUrl }) => {
    const rows = await runAs<{ checks: string; size: string }>(
      databaseUrl,
      `select (select reltuples::bigint from pg_class where relname = 'checks') as checks, pg_size_pretty(pg_database_size('${DATABASE_NAME}')) as size`,
    );
    process.stdout.write(`about ${rows[0]?.checks} checks, ${rows[0]?.size}\n`);
    const quiet = await waitsDuring(databaseUrl, sleep(2000));
    const log = {
      info: (text: string) => process.stdout.write(`${text}\n`),
      warn: (text: string) => process.stderr.write(`${text}\n`),
      error: () => undefined,
    };
    const waits = await waitsDuring(databaseUrl, migrate({ ownerUrl: ownerUrl(DATABASE_NAME), config: { appSecret: secret }, log }));
    process.stdout.write(`the writer waited at most: ${told(waits)}\nwithout a migration: ${told(quiet)}\n`);
  });
}

/** The three longest. */
const told = (waits: readonly Wait[]): string =>
  waits
    .toSorted((one, other) => other.milliseconds - one.milliseconds)
    .slice(0, 3)
    .map(({ table, milliseconds }) => `${table} ${milliseconds.toFixed(0)} ms`)
    .join(', ');

/** @returns of each table the longest wait for its lock */
async function waitsDuring(databaseUrl: string, work: Promise<unknown>): Promise<readonly Wait[]> {
  const state = { isOver: false };
  const end = () => {
    state.isOver = true;
  };
  work.then(end, end);
  const writer = new Client({ connectionString: databaseUrl });
  await writer.connect();
  const longest = new Map<string, number>();
  try {
    const { rows } = await writer.query<{ table: string }>(
      "select quote_ident(nspname) || '.' || quote_ident(relname) as table from pg_class c join pg_namespace n on n.oid = relnamespace where relkind = 'r' and nspname in ('public', 'auth')",
    );
    while (!state.isOver) {
      for (const { table } of rows) {
        const started = performance.now();
        await writer.query(`begin; lock table ${table} in row exclusive mode; commit`);
        longest.set(table, Math.max(longest.get(table) ?? 0, performance.now() - started));
        await sleep(PAUSE_MS);
      }
    }
  } finally {
    await writer.end();
  }
  await work;
  return [...longest].map(([table, milliseconds]) => ({ table, milliseconds }));
}
