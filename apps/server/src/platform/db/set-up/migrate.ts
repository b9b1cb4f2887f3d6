import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Client, DatabaseError } from 'pg';
import { StartupError } from '../../../config/startup-error.ts';
import type { Config } from '../../../config.ts';
import type { Log } from '../../log.ts';
import { ensureRoles } from '../roles.ts';
import { changeIndex, concurrentChanges, isConcurrent } from './concurrent-indexes.ts';
import { messageOf } from './native.ts';

/** The product's own migrations. */
export const MIGRATIONS_DIR = fileURLToPath(new URL('../../../migrations/', import.meta.url));

const LOCK = "hashtextextended('checkwell: migrations', 0)";
/** A change waits this long for busy tables, then steps back, so that requests queued behind it go on; and tries again. */
const LOCK_TIMEOUT = '3s';
const LOCK_ATTEMPTS = 20;
/** Waiting for the transactions that are older than a concurrent index keeps nobody from writing. */
const CONCURRENT_LOCK_TIMEOUT = '10min';
const LOCK_PAUSE_MS = 50;
/** lock_not_available; deadlock_detected: of the two it is the migration that steps back. */
const BUSY: ReadonlySet<string | undefined> = new Set(['55P03', '40P01']);
/** After a restore into another cluster (docs/decisions/0083). An older history of migrations has no such function. */
const KEEP_LOG_ORDER = `do $$ begin
  if to_regprocedure('app.keep_log_order()') is not null then perform app.keep_log_order(); end if;
end $$`;
const OLDEST_SERVER = 160_000;

interface Migration {
  readonly name: string;
  readonly sql: string;
  /** SHA-256 of the text with LF line ends. */
  readonly checksum: string;
}

/**
 * Brings the database to the newest migration, forward only: plain SQL files `NNNN_name.sql`, each in one transaction; but those that make
 * or drop indexes concurrently (concurrent-indexes.ts).
 * Several processes may do it at once; one works, the others wait. A file that was applied must never change.
 * @returns names of the migrations that were applied now
 * @throws {StartupError} history that was edited, a migration that fails, a server that is too old
 */
export async function migrate(options: {
  ownerUrl: string;
  config: Pick<Config, 'appSecret'>;
  log: Log;
  directory?: string;
}): Promise<readonly string[]> {
  const migrations = readMigrations(options.directory ?? MIGRATIONS_DIR);
  const owner = new Client({ connectionString: options.ownerUrl, connectionTimeoutMillis: 5000, application_name: 'checkwell migrations' });
  owner.on('error', () => undefined); // the query that waits for it fails
  try {
    await owner.connect().catch((error: unknown) => {
      throw unreachable(error, options.ownerUrl);
    });
    await refuseOldServer(owner);
    await owner.query('set lock_timeout = 0; set statement_timeout = 0');
    await lockHistory(owner);
    await ensureRoles(owner, options.ownerUrl, options.config);
    const applied = await applyMissing(owner, migrations, options.log);
    await owner.query(KEEP_LOG_ORDER);
    return applied;
  } catch (error) {
    if (error instanceof StartupError) throw error;
    throw new StartupError(`The database cannot be prepared: ${reasonOf(error)}.`, { cause: error });
  } finally {
    await owner.end().catch(() => undefined);
  }
}

/** The error for a mistyped DATABASE_URL: says which host it names, and what answered there. */
function unreachable(error: unknown, ownerUrl: string): StartupError {
  // PostgreSQL says why it refuses: without a word another program listens there, or something between hangs up.
  const connectionEnded = messageOf(error).startsWith('Connection terminated unexpectedly');
  const reason = connectionEnded ? 'the other side hung up; is it PostgreSQL?' : `${reasonOf(error)}.`;
  return new StartupError(`No connection to the database at ${new URL(ownerUrl).host} (DATABASE_URL): ${reason}`, { cause: error });
}

const reasonOf = (error: unknown): string =>
  messageOf(error) || (error instanceof Error && 'code' in error ? String(error.code) : 'no reason given');

/** @throws {StartupError} for names that do not fit or numbers used twice */
export function readMigrations(directory: string): readonly Migration[] {
  const names = readdirSync(directory)
    .filter((name) => name.endsWith('.sql'))
    .sort();
  for (const [index, name] of names.entries()) {
    if (!/^\d{4}_[a-z0-9_]+\.sql$/.test(name)) throw new StartupError(`The migration ${name} must be named like 0001_name.sql.`);
    if (names[index - 1]?.slice(0, 4) === name.slice(0, 4))
      throw new StartupError(`The migrations ${names[index - 1]} and ${name} have the same number.`);
  }
  return names.map((name) => {
    const sql = readFileSync(join(directory, name), 'utf8').replaceAll('\r\n', '\n');
    return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
  });
}

/**
 * One process works, the others ask again and again. A statement that waited for the lock would be a transaction, whose end
 * `create index concurrently` waits for in its turn.
 */
async function lockHistory(owner: Client): Promise<void> {
  for (;;) {
    const { rows } = await owner.query<{ locked: boolean }>(`select pg_try_advisory_lock(${LOCK}) as locked`);
    if (rows[0]?.locked) return;
    await sleep(LOCK_PAUSE_MS);
  }
}

async function refuseOldServer(owner: Client): Promise<void> {
  const { rows } = await owner.query<{ number: string; version: string }>(
    "select current_setting('server_version_num') as number, current_setting('server_version') as version",
  );
  if (Number(rows[0]?.number) < OLDEST_SERVER)
    throw new StartupError(`PostgreSQL 16 or newer is needed; DATABASE_URL leads to ${rows[0]?.version}.`);
}

async function applyMissing(owner: Client, migrations: readonly Migration[], log: Log): Promise<readonly string[]> {
  // A schema of its own: no grant on "all tables" of the product reaches the history.
  await owner.query(`
    create schema if not exists migration;
    create table if not exists migration.applied (
      name text primary key,
      checksum text not null,
      "appliedAt" timestamptz not null default clock_timestamp(),
      "milliseconds" integer not null)`);
  const { rows: applied } = await owner.query<{ name: string; checksum: string }>(
    'select name, checksum from migration.applied order by name',
  );
  const missing = compare(migrations, applied, log);
  for (const migration of missing) {
    const started = performance.now();
    if (isConcurrent(migration.sql)) await applyConcurrent(owner, migration);
    else await applyOne(owner, migration, log);
    log.info(`Migration ${migration.name} applied (${Math.round(performance.now() - started)} ms).`);
  }
  return missing.map(({ name }) => name);
}

/** History must be a prefix of the files, unchanged. A database that is ahead was migrated by a newer program, and this one still works with it. */
function compare(migrations: readonly Migration[], applied: readonly { name: string; checksum: string }[], log: Log): readonly Migration[] {
  const lastApplied = applied.at(-1)?.name ?? '';
  const lastKnown = migrations.at(-1)?.name ?? '';
  const byName = new Map(migrations.map((migration) => [migration.name, migration]));
  for (const { name, checksum } of applied) {
    const migration = byName.get(name);
    if (!migration) {
      if (name <= lastKnown)
        throw new StartupError(`The migration ${name} was applied to this database, but its file is gone; put it back.`);
      log.warn(`The database is ahead of this program: it has the migration ${name}.`);
    } else if (migration.checksum !== checksum) {
      throw new StartupError(
        `The migration ${name} was changed after it had been applied to this database; undo the change and write a new migration (or, with data you can lose, drop the database).`,
      );
    }
  }
  const done = new Set(applied.map(({ name }) => name));
  const missing = migrations.filter(({ name }) => !done.has(name));
  const late = missing.find(({ name }) => name < lastApplied);
  if (late)
    throw new StartupError(
      `The migration ${late.name} comes before ${lastApplied}, which is already applied; give it the next free number.`,
    );
  return missing;
}

/** Outside a transaction: what was done before an interruption stays, and the next start goes on behind it. */
async function applyConcurrent(owner: Client, { name, sql, checksum }: Migration): Promise<void> {
  const started = performance.now();
  try {
    await owner.query(`set lock_timeout = '${CONCURRENT_LOCK_TIMEOUT}'`);
    for (const change of concurrentChanges(sql)) await changeIndex(owner, change);
    await remember(owner, { name, checksum }, started);
    await owner.query('set lock_timeout = 0');
  } catch (error) {
    throw new StartupError(`The migration ${name} failed: ${messageOf(error)}.`, { cause: error });
  }
}

const remember = (owner: Client, { name, checksum }: Pick<Migration, 'name' | 'checksum'>, started: number) =>
  owner.query('insert into migration.applied (name, checksum, "milliseconds") values ($1, $2, $3)', [
    name,
    checksum,
    Math.round(performance.now() - started),
  ]);

async function applyOne(owner: Client, { name, sql, checksum }: Migration, log: Log): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const started = performance.now();
    try {
      await owner.query(`begin; set local lock_timeout = '${LOCK_TIMEOUT}'`);
      await owner.query(sql);
      await remember(owner, { name, checksum }, started);
      await owner.query('commit');
      return;
    } catch (error) {
      await owner.query('rollback').catch(() => undefined);
      const busy = error instanceof DatabaseError && BUSY.has(error.code);
      if (!busy || attempt === LOCK_ATTEMPTS)
        throw new StartupError(`The migration ${name} failed${lineOf(error, sql)}: ${messageOf(error)}.`, { cause: error });
      log.warn(`The migration ${name} waits for busy tables (attempt ${attempt} of ${LOCK_ATTEMPTS}).`);
      await sleep(250 * attempt);
    }
  }
}

function lineOf(error: unknown, sql: string): string {
  const position = error instanceof DatabaseError ? Number(error.position) : Number.NaN;
  return Number.isNaN(position) ? '' : ` in line ${sql.slice(0, position).split('\n').length}`;
}
