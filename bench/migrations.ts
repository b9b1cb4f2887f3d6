import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { startEmbedded } from '../apps/server/src/platform/db/set-up/embedded.ts';
import { MIGRATIONS_DIR, migrate, readMigrations } from '../apps/server/src/platform/db/set-up/migrate.ts';
import { runAs } from '../apps/server/src/test/sql.ts';
import { EARLY_FUNCTIONS, EARLY_ROWS } from './support/early-rows.ts';

/** Interval at which the locks of a migration are read. */
const SAMPLE_MS = 10;
/** Shorter migrations and locks are not reported. */
const REPORTED_MS = 1000;

/** Locks that the running migration holds on tables: `"write"` blocks writers, `"read"` blocks readers too. */
const HELD = `select c.relname as "table", case l.mode when 'AccessExclusiveLock' then 'read' else 'write' end as kind
  from pg_locks l join pg_stat_activity a using (pid) join pg_class c on c.oid = l.relation
    join pg_namespace n on n.oid = c.relnamespace
  where a.application_name = 'checkwell migrations' and l.granted and c.relkind = 'r' and n.nspname in ('public', 'auth')
    and l.mode in ('ShareLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock')`;

interface Measured {
  readonly name: string;
  readonly milliseconds: number;
  /** The longest lock of each kind, with its table. */
  readonly locks: readonly string[];
}

/**
 * `npm run bench -- migrations [checks]`: runs all migrations after the first one on a database with many checks (a million); tables that a migration
 * adds are filled too (`EARLY_ROWS`). Reports migrations that took longer than a second, with tables that they locked for as long.
 */
export async function migrations(checks = '1000000'): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'checkwell-migrations-'));
  const directory = mkdtempSync(join(tmpdir(), 'checkwell-migrations-'));
  const log = { info: () => undefined, warn: (text: string) => process.stderr.write(`${text}\n`), error: () => undefined };
  const postgres = await startEmbedded({ dataDir: folder, log });
  await runAs(postgres.ownerUrl('postgres'), 'create database rehearsal');
  const ownerUrl = postgres.ownerUrl('rehearsal');
  const watcher = new Client({ connectionString: ownerUrl });
  await watcher.connect();
  try {
    const all: Measured[] = [];
    for (const { name } of readMigrations(MIGRATIONS_DIR)) {
      copyFileSync(join(MIGRATIONS_DIR, name), join(directory, name));
      const work = migrate({ ownerUrl, config: { appSecret: 'secret of the benchmark, which protects nothing' }, log, directory });
      const locks = await watch(watcher, work);
      const [applied] = await runAs<{ milliseconds: number }>(
        ownerUrl,
        `select milliseconds from migration.applied where name = '${name}'`,
      );
      const measured = { name, milliseconds: applied?.milliseconds ?? 0, locks };
      all.push(measured);
      if (measured.milliseconds >= REPORTED_MS) print(measured);
      const rows = EARLY_ROWS[name];
      if (rows) await fill(ownerUrl, rows(Number(checks)));
    }
    const [size] = await runAs<{ size: string }>(ownerUrl, 'select pg_size_pretty(pg_database_size(current_database())) as size');
    const total = all.reduce((sum, { milliseconds }) => sum + milliseconds, 0);
    process.stdout.write(`${all.length} migrations, ${seconds(total)} in all; the database has ${size?.size}\n`);
  } finally {
    await watcher.end();
    await postgres.stop();
    for (const made of [folder, directory]) rmSync(made, { recursive: true, force: true });
  }
}

/** @returns the locks that were held for a second or more, longest first */
async function watch(watcher: Client, work: Promise<unknown>): Promise<readonly string[]> {
  const state = { isOver: false };
  const end = () => {
    state.isOver = true;
  };
  work.then(end, end);
  const since = new Map<string, number>();
  const longest = new Map<string, number>();
  while (!state.isOver) {
    const { rows } = await watcher.query<{ table: string; kind: string }>(HELD);
    const now = performance.now();
    const held = new Set(rows.map(({ table, kind }) => `${kind} ${table}`));
    for (const lock of held) since.set(lock, since.get(lock) ?? now);
    for (const [lock, from] of since) {
      longest.set(lock, Math.max(longest.get(lock) ?? 0, now - from));
      if (!held.has(lock)) since.delete(lock);
    }
    await sleep(SAMPLE_MS);
  }
  await work;
  return [...longest]
    .filter(([, milliseconds]) => milliseconds >= REPORTED_MS)
    .sort(([, a], [, b]) => b - a)
    .map(([lock, milliseconds]) => `${lock} ${seconds(milliseconds)}`);
}

const seconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(1)} s`;

function print({ name, milliseconds, locks }: Measured): void {
  process.stdout.write(`${name}: ${seconds(milliseconds)}; locks: ${locks.join(', ') || 'none for a second'}\n`);
}

async function fill(ownerUrl: string, statements: readonly string[]): Promise<void> {
  const owner = new Client({ connectionString: ownerUrl });
  await owner.connect();
  try {
    await owner.query(EARLY_FUNCTIONS);
    for (const statement of statements) await owner.query(statement);
    await owner.query('analyze');
  } finally {
    await owner.end();
  }
}
