import { createHash } from 'node:crypto';
import type { Writable } from 'node:stream';
import { AppError } from '@checkwell/domain/errors';
import {
  type CompiledQuery,
  type DatabaseConnection,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  Transaction,
} from 'kysely';
import { DatabaseError, Pool, type PoolClient, types } from 'pg';
import type { Tables } from './tables.gen.ts';

/** How PostgreSQL's values arrive: calendar days and times of day as text, counts and amounts as numbers, instants as `Date`. */
export type TypeParsers = Map<number, (text: string) => unknown>;

const OID = {
  textArray: 1009,
  int8: 20,
  int8Array: 1016,
  date: 1082,
  dateArray: 1182,
  time: 1083,
  timeArray: 1183,
  timestamp: 1114,
  numeric: 1700,
  numericArray: 1231,
};

const textArray: (text: string) => (string | null)[] = types.getTypeParser(OID.textArray);

/** Parsers of the built-in types that differ from pg's own, and of the database's enumeration arrays. */
export function typeParsers(enumArrayOids: readonly number[] = []): TypeParsers {
  const same = (text: string) => text;
  const minutes = (text: string) => text.slice(0, 5);
  const arrayOf = (element: (text: string) => unknown) => (text: string) =>
    textArray(text).map((item) => (item === null ? null : element(item)));
  return new Map<number, (text: string) => unknown>([
    [OID.date, same],
    [OID.dateArray, arrayOf(same)],
    [OID.timestamp, same],
    [OID.time, minutes],
    [OID.timeArray, arrayOf(minutes)],
    [OID.int8, wholeNumber],
    [OID.int8Array, arrayOf(wholeNumber)],
    [OID.numeric, Number],
    [OID.numericArray, arrayOf(Number)],
    ...enumArrayOids.map((oid) => [oid, arrayOf(same)] as const),
  ]);
}

function wholeNumber(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError('A whole number from the database is too large for JavaScript.');
  return value;
}

/**
 * `requests`: of people and programs; `background`: jobs and effects; `snapshots`: exports; `identity`: sign-ins; `replica` and
 * `replica-snapshots`: lists and exports that a replica answers.
 */
export type PoolName = 'requests' | 'background' | 'snapshots' | 'identity' | 'replica' | 'replica-snapshots';

export interface PoolOptions {
  readonly url: string;
  /** The same login with passwords that count where that of `url` is refused. */
  readonly otherUrls?: readonly string[];
  readonly name: string;
  readonly size: number;
  /** How long to wait for a free connection. */
  readonly connectTimeoutMs: number;
  /** How long to wait for the answer to one query; the connection is given up after that. */
  readonly queryTimeoutMs: number;
  readonly parsers: TypeParsers;
  /** Several statements may be on the wire at once. */
  readonly pipeline?: boolean;
}

/** A bounded pool: a database that is frozen or gone makes errors within these times, never a request that hangs. */
export function openPool(options: PoolOptions): Pool {
  const pool = new Pool({
    connectionString: options.url,
    application_name: options.name,
    max: options.size,
    connectionTimeoutMillis: options.connectTimeoutMs,
    query_timeout: options.queryTimeoutMs,
    idleTimeoutMillis: 30_000,
    maxLifetimeSeconds: 3600,
    keepAlive: true,
    types: { getTypeParser: (oid, format) => options.parsers.get(oid) ?? types.getTypeParser(oid, format) },
    pipeline: options.pipeline === true,
  });
  if (options.otherUrls && options.otherUrls.length > 0) tryPasswords(pool, [options.url, ...options.otherUrls]);
  // A connection that breaks while nobody uses it: the pool drops it by itself.
  pool.on('error', () => undefined);
  // A connection that breaks in use: its query rejects; without this listener the process would end.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

/** Asks with the next password where one is refused, and stays with the one that was accepted. */
function tryPasswords(pool: Pool, urls: readonly string[]): void {
  const connect = pool.connect.bind(pool) as () => Promise<PoolClient>;
  let current = 0;
  async function connectWithAny(): Promise<PoolClient> {
    for (let attempt = 1; ; attempt += 1) {
      const used = current;
      try {
        return await connect();
      } catch (error) {
        if (!(error instanceof DatabaseError && error.code === '28P01') || attempt > urls.length) throw error;
        // Another connection may have turned to the next one already.
        if (used === current) current = (current + 1) % urls.length;
        pool.options.connectionString = urls[current];
      }
    }
  }
  type Callback = (error: Error | undefined, client: PoolClient | undefined, done: (release?: unknown) => void) => void;
  // `pool.query` and Kysely ask with a callback or without.
  pool.connect = ((callback?: Callback) => {
    const connected = connectWithAny();
    if (!callback) return connected;
    connected.then(
      (client) => callback(undefined, client, (release) => client.release(release as boolean)),
      (error: Error) => callback(error, undefined, () => undefined),
    );
    return undefined;
  }) as Pool['connect'];
}

/** Beyond this many different statements something builds SQL from data; the rest runs unnamed, so that the server's memory stays bounded. */
const NAME_LIMIT = 2000;
const names = new Map<string, string>();

/** The name under which a statement is prepared: the same text has the same name in every connection and process. */
export function statementName(sql: string): string | undefined {
  const known = names.get(sql);
  if (known !== undefined || names.size >= NAME_LIMIT) return known;
  const name = createHash('sha256').update(sql).digest('base64url').slice(0, 14);
  names.set(sql, name);
  return name;
}

/** For tests, whose files share a process with more statements than a server has. */
export const forgetStatementNames = (): void => names.clear();

/** Errors of the way to the database, or of its readiness; none of them says anything about the request. */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof DatabaseError) {
    // Connection, resources (disk full, too many connections), operator, login; time limits of statements and locks.
    return /^(08|53|57|58|28)/.test(error.code ?? '') || error.code === '55P03' || error.code === '25P03' || error.code === '3D000';
  }
  if (!(error instanceof Error)) return false;
  if ('code' in error && typeof error.code === 'string' && /^(E[A-Z]+)$/.test(error.code)) return true;
  return /timeout|Connection terminated|connection error|not queryable|after calling end|server closed|SASL|SCRAM/i.test(error.message);
}

/** 503, never 401: the session of a user must survive a database that is away. */
export function unavailable(cause: unknown): AppError {
  return cause instanceof AppError ? cause : new AppError('database.unavailable', {}, { cause });
}

/** One transaction's hold on a connection. After its end it refuses everything: the connection may already serve somebody else. */
export class TransactionConnection implements DatabaseConnection {
  readonly #client: PoolClient;
  readonly #timeoutMs: number | undefined;
  #ended = false;
  #gathers = false;

  constructor(client: PoolClient, timeoutMs: number | undefined) {
    this.#client = client;
    this.#timeoutMs = timeoutMs;
  }

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    const { command, rowCount, rows } = await this.send(sql, parameters);
    const changes = command === 'INSERT' || command === 'UPDATE' || command === 'DELETE' || command === 'MERGE';
    return changes ? { numAffectedRows: BigInt(rowCount ?? 0), rows } : { rows };
  }

  streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    throw new Error('Read long results page by page, by key: cursors do not work on a pipelined connection.');
  }

  /** Runs a statement as a named prepared one. */
  async send(sql: string, parameters: readonly unknown[] = []) {
    if (this.#ended) throw new Error('This transaction has ended; await every query inside it.');
    this.#gather();
    try {
      return await this.#client.query({
        name: statementName(sql),
        text: sql,
        values: [...parameters],
        ...(this.#timeoutMs && { query_timeout: this.#timeoutMs }),
      });
    } catch (error) {
      throw isUnavailable(error) ? unavailable(error) : error;
    }
  }

  /** What is sent in one turn of the event loop leaves in one write: a write costs as much as a short statement. */
  #gather(): void {
    if (this.#gathers) return;
    // pg has no type for its connection, and no other way to its stream.
    const { stream } = (this.#client as unknown as { readonly connection: { readonly stream: Writable } }).connection;
    this.#gathers = true;
    stream.cork();
    process.nextTick(() => {
      this.#gathers = false;
      stream.uncork();
    });
  }

  /** Gives the connection back to its pool; `broken` closes it instead. */
  end(broken: boolean): void {
    this.#ended = true;
    this.#client.release(broken);
  }
}

const dialect = {
  createAdapter: () => new PostgresAdapter(),
  createDriver: () => refuseDirectUse,
  createIntrospector: (db: Kysely<never>) => new PostgresIntrospector(db),
  createQueryCompiler: () => new PostgresQueryCompiler(),
};
const refuse = () => Promise.reject(new Error('Queries run inside Database.as or Database.system only.'));
const refuseDirectUse = {
  init: async () => undefined,
  destroy: async () => undefined,
  acquireConnection: refuse,
  beginTransaction: refuse,
  commitTransaction: refuse,
  rollbackTransaction: refuse,
  releaseConnection: refuse,
};
const root = new Kysely<Tables>({ dialect });

/** Kysely bound to one transaction. Queries started together (`Promise.all`) travel together. */
export function transactionOn(connection: DatabaseConnection): Transaction<Tables> {
  return new Transaction<Tables>({
    config: { dialect },
    dialect,
    driver: refuseDirectUse,
    executor: root.getExecutor().withConnectionProvider({ provideConnection: (consumer) => consumer(connection) }),
  });
}
