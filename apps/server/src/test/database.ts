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
    /** Goes with the run, however that ends: see folder.ts. */
    folder: string;
    /** Owner's login to the run's server, database `postgres`. */
    serverUrl: string;
    /** A migrated database to clone. */
    templateDatabase: string;
  }
}

export interface TestDatabase {
  readonly db: Database;
  readonly config: Config;
  /** A query as the owner, past row-level security: to prepare and to look. */
  owner<Row extends QueryResultRow = QueryResultRow>(sql: string, values?: readonly unknown[]): Promise<Row[]>;
}

/** Of the run's server. */
export interface ClonedDatabase extends TestDatabase {
  /** A connection of the owner, to be given back by `release()`: for what keeps a transaction open. */
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
  // Connections that stay: to open one takes longer than most of what a test asks.
  const pool = new Pool({ connectionString: databaseUrl, application_name: 'checkwell tests', idleTimeoutMillis: 0 });
  pool.on('error', () => undefined); // cut off by a test that is about that
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
/** One connection to the run's server for all files of this process: to make and to drop databases. */
function connectionTo(serverUrl: string): Pool {
  if (!server) {
    server = new Pool({ connectionString: serverUrl, max: 1, idleTimeoutMillis: 0, allowExitOnIdle: true });
    server.on('error', () => undefined); // the server ends before this process
  }
  return server;
}

/** A new database, empty or a copy of `template`, dropped after the test or file that asked. @returns the owner's login to it */
export async function cloneDatabase(template = 'template0'): Promise<string> {
  const serverUrl = inject('serverUrl');
  const name = `test_${randomBytes(6).toString('hex')}`;
  const server = connectionTo(serverUrl);
  // Its files are copied. PostgreSQL's usual way, page by page through its log, takes three times as long, and makes dropping it more expensive.
  await server.query(`create database ${name} template ${template} strategy file_copy`);
  // On a busy machine the one who has the lock takes longer than production's logins wait for it (roles.ts).
  for (const role of [API_ROLE, AUTH_ROLE]) await server.query(`alter role ${role} in database ${name} set lock_timeout = '60s'`);
  cleanUp(() => server.query(`drop database ${name} with (force)`));
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}
