import { randomBytes } from 'node:crypto';
import { Pool, type PoolClient, type QueryResultRow } from 'pg';
import { inject } from 'vitest';
import type { Config } from '../config.ts';
import { type Database, openDatabase } from '../platform/db/database.ts';
import { API_ROLE, AUTH_ROLE } from '../platform/db/roles.ts';
import { cleanUp } from './cleanup.ts';
import { testConfig } from './config.ts';
import { testLogger } from './logger.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Removed with the run, however it ends: see folder.ts. */
    folder: string;
    /** URL of the owner on the run's server, database `postgres`. */
    serverUrl: string;
    /** The migrated database that is cloned. */
    templateDatabase: string;
  }
}

export interface TestDatabase {
  readonly db: Database;
  readonly config: Config;
  /** A query as the owner, without row-level security: to prepare and to inspect data. */
  owner<Row extends QueryResultRow = QueryResultRow>(sql: string, values?: readonly unknown[]): Promise<Row[]>;
}

/** A database on the run's server. */
export interface ClonedDatabase extends TestDatabase {
  /** A connection of the owner for a transaction that stays open; return it with `release()`. */
  connect(): Promise<PoolClient>;
}

/**
 * A database of its own for the test file that calls this, cloned from the migrated template and dropped after the file (or after the test that calls this).
 * Call it once, at the top of the file: `const { db } = await testDatabase();`
 */
export async function testDatabase(overrides: Readonly<Record<string, string>> = {}): Promise<ClonedDatabase> {
  const databaseUrl = await cloneDatabase(inject('templateDatabase'));
  const config = testConfig({ DATABASE_URL: databaseUrl, ...overrides });
  const db = await openDatabase(config, { log: testLogger() });
  cleanUp(() => db.close());
  // A pool: opening a connection takes longer than most queries of a test.
  const pool = new Pool({ connectionString: databaseUrl, application_name: 'checkwell tests', idleTimeoutMillis: 0 });
  pool.on('error', () => undefined); // a test may cut the connections
  cleanUp(() => pool.end());
  return {
    db,
    config,
    owner: async <Row extends QueryResultRow>(sql: string, values: readonly unknown[] = []) =>
      (await pool.query<Row>(sql, [...values])).rows,
    connect: () => pool.connect(),
  };
}

let server: Pool | undefined;
/** One connection to the run's server for all test files of this process: creates and drops databases. */
function connectionTo(serverUrl: string): Pool {
  if (!server) {
    server = new Pool({ connectionString: serverUrl, max: 1, idleTimeoutMillis: 0, allowExitOnIdle: true });
    server.on('error', () => undefined); // the server ends before this process
  }
  return server;
}

/** A new database, empty or a copy of `template`, dropped after the current test or test file. @returns its URL for the owner */
export async function cloneDatabase(template = 'template0'): Promise<string> {
  const serverUrl = inject('serverUrl');
  const name = `test_${randomBytes(6).toString('hex')}`;
  const server = connectionTo(serverUrl);
  // Copies the files. The default strategy of PostgreSQL, `wal_log`, takes three times as long, and makes dropping the database slower.
  await server.query(`create database ${name} template ${template} strategy file_copy`);
  // On a busy machine a lock may be held longer than the lock timeout of the logins of production (roles.ts).
  for (const role of [API_ROLE, AUTH_ROLE]) await server.query(`alter role ${role} in database ${name} set lock_timeout = '60s'`);
  cleanUp(() => server.query(`drop database ${name} with (force)`));
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}
