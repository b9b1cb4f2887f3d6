import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '@checkwell/domain/errors';
import { type Actor, contextOf, type DatabaseContext } from '@checkwell/domain/policy';
import type { Kysely, Transaction } from 'kysely';
import { Client, DatabaseError, type Pool } from 'pg';
import { StartupError } from '../../config/startup-error.ts';
import type { Config } from '../../config.ts';
import type { Log } from '../log.ts';
import { FullDiskMemory } from '../readiness.ts';
import { beginSpan, inSpan, kindOf, type NewSpan } from '../trace.ts';
import { withinLimit } from '../within-limit.ts';
import { backupFolder } from './backup/backup-folder.ts';
import { isUnavailable, openPool, TransactionConnection, type TypeParsers, transactionOn, typeParsers, unavailable } from './pool.ts';
import { API_ROLE, AUTH_ROLE, DATABASE_NAME, urlsFor } from './roles.ts';
import { fillTables, type LoadProgress } from './set-up/bulk-load.ts';
import { type EmbeddedServer, startEmbedded } from './set-up/embedded.ts';
import { migrate } from './set-up/migrate.ts';
import type { Tables } from './tables.gen.ts';

export type { Tables } from './tables.gen.ts';

declare const WRITES: unique symbol;
type WritingMethod = 'insertInto' | 'updateTable' | 'deleteFrom' | 'mergeInto' | 'replaceInto';
type NotInside =
  | 'transaction'
  | 'startTransaction'
  | 'connection'
  | 'schema'
  | 'introspection'
  | 'destroy'
  | 'withoutPlugins'
  | 'withPlugin'
  | 'withSchema'
  | 'withTables'
  | 'executeQuery';

/** A transaction that may read. Every `WriteTx` is one too. */
export type ReadTx = Omit<Kysely<Tables>, WritingMethod | NotInside>;
/** A transaction that may write: a repository function that writes asks for this one, and cannot get a read-only one. */
export type WriteTx = Omit<Transaction<Tables>, NotInside> & { readonly [WRITES]: true };

export interface TransactionOptions {
  /** For each query, instead of `DATABASE_TIMEOUT_MS`: exports, rollups. */
  readonly timeoutMs?: number;
  /**
   * For all of `fn`: past it the connection is dropped and its server process ended, so that everything is undone and nothing that `fn`
   * still does can be written. The transaction then fails with `TransactionOverdue`.
   */
  readonly limitMs?: number;
}

/** A transaction took longer than its `limitMs`, and was undone. */
export class TransactionOverdue extends Error {
  override readonly name = 'TransactionOverdue';
}

/**
 * The database as the product sees it: transactions that know who asks, and row-level security that holds them to it.
 * `fn` may run again after a serialization failure or deadlock, so it has no effects outside the database.
 */
export interface Database {
  /** A transaction as this actor. Read-only ones hand out a `ReadTx`, and PostgreSQL refuses writes in them. */
  as<Result>(actor: Actor, fn: (tx: ReadTx) => Promise<Result>, options: TransactionOptions & { readonly readonly: true }): Promise<Result>;
  as<Result>(
    actor: Actor,
    fn: (tx: WriteTx) => Promise<Result>,
    options?: TransactionOptions & { readonly readonly?: false },
  ): Promise<Result>;
  /**
   * Rows of one moment, however long it takes to read them: a read-only transaction as this actor that begins with the first
   * row and ends with the last, or when the reader leaves (`break`, `return()`). For exports; few at a time, from a pool of
   * their own, so that a slow reader keeps nobody from working. Nothing is tried again: rows may have left the house already.
   */
  snapshot<Row>(actor: Actor, rows: (tx: ReadTx) => AsyncIterable<Row>): AsyncGenerator<Row, void>;
  /** A transaction of the product itself (jobs, outbox): role `system`, own pool, longer limits. `name` shows in `pg_stat_activity`. */
  system<Result>(name: string, fn: (tx: WriteTx) => Promise<Result>, options?: TransactionOptions): Promise<Result>;
  /**
   * A transaction of the tables' owner that fills them, indexes put aside meanwhile (bulk-load.ts): for generators of data,
   * before anybody works with the database.
   */
  load<Result>(
    tables: readonly (keyof Tables & string)[],
    fill: (tx: WriteTx) => Promise<Result>,
    onProgress?: LoadProgress,
  ): Promise<Result>;
  /**
   * Calls `handler` for each NOTIFY on the channel, and with undefined after each (re)connection: something may have been missed.
   * @returns ends it
   */
  listen(channel: string, handler: (payload: string | undefined) => void): () => void;
  /** Whether what is listened to arrives now; when not, `listen` says so once it does again. */
  isListening(): boolean;
  /**
   * Asks on a connection that no request uses, so that the answer does not depend on how much there is to do.
   * @throws {AppError} `database.unavailable` within a second
   * @throws {NotReady} `full` when a write found no room on the disk of the database within the last 30 s
   */
  ping(): Promise<void>;
  /** The connection of `ping`, as `checkwell_auth`: for readiness checks alone. */
  readinessPool(): Pool;
  /** Connections as `checkwell_auth` for the embedded identity issuer; closed with the database. */
  authPool(): Pool;
  /** Login of the owner: migrations, generators and tests. */
  readonly ownerUrl: string;
  /** Where the embedded PostgreSQL keeps its files; null: the database is somebody else's. */
  readonly folder: string | null;
  /**
   * Connections in use and requests that wait for one; `standstillMs`: for how long somebody has waited without any connection being
   * given or given back, 0 when nobody waits.
   */
  stats(): { readonly total: number; readonly idle: number; readonly waiting: number; readonly standstillMs: number };
  /** The pools that are open: their connections, and how many wait for one. */
  pools(): readonly PoolStats[];
  /** Hears how long each transaction of this process waited for its connection, also one that got none. */
  onWait(listener: (pool: PoolName, seconds: number) => void): void;
  close(): Promise<void>;
}

/** `requests`: of people and programs; `background`: jobs and effects; `snapshots`: exports; `identity`: sign-ins. */
export type PoolName = 'requests' | 'background' | 'snapshots' | 'identity';

export interface PoolStats {
  readonly name: PoolName;
  readonly total: number;
  readonly idle: number;
  readonly waiting: number;
}

const ATTEMPTS = 4;
const CONNECT_TIMEOUT_MS = 1500;
const SYSTEM_TIMEOUT_MS = 60_000;
const PING_TIMEOUT_MS = 1000;
/** How soon a dead listening connection is noticed: together less than what the end of a session may take to bite, REVOKED_WITHIN_MS. */
const WATCH_EVERY_MS = 1000;
const WATCH_LIMIT_MS = 1000;
/** One for `ping`, one for whatever else a readiness check asks. */
const READINESS_CONNECTIONS = 2;
/** PostgreSQL: disk_full. */
const DISK_FULL = '53100';
/** Exports at the same time; further ones wait for a place. */
const SNAPSHOTS = 3;
/** One index of millions of rows, or one check of their references. */
const LOAD_TIMEOUT_MS = 3_600_000;

export interface OpenOptions {
  readonly log: Log;
  /** Another folder of migrations, for tests. */
  readonly migrationsDir?: string;
}

/**
 * Starts the embedded PostgreSQL if there is no `DATABASE_URL`, migrates, and opens the pools.
 * @throws {StartupError} with one sentence that says what to do
 */
export async function openDatabase(config: Config, { log, migrationsDir }: OpenOptions): Promise<Database> {
  let server: EmbeddedServer | undefined;
  try {
    let ownerUrl = config.databaseUrl;
    if (ownerUrl === null) {
      server = await startEmbedded({
        dataDir: config.dataDir,
        log,
        ...(config.backupDir !== null && { archiveDir: backupFolder(config.backupDir).wal }),
      });
      await createDatabase(server.ownerUrl('postgres'));
      ownerUrl = server.ownerUrl(DATABASE_NAME);
    }
    await migrate({ ownerUrl, config, log, ...(migrationsDir !== undefined && { directory: migrationsDir }) });
    const [apiUrl, ...otherApiUrls] = urlsFor(ownerUrl, API_ROLE, config);
    const parsers = typeParsers(await enumArrayOids(apiUrl));
    return new PostgresDatabase(config, { ownerUrl, apiUrl, otherApiUrls, parsers, log, server });
  } catch (error) {
    await server?.stop();
    throw error;
  }
}

async function createDatabase(url: string): Promise<void> {
  await withClient(url, async (client) => {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [DATABASE_NAME]);
    if (rowCount) return;
    await client.query(`create database ${DATABASE_NAME}`).catch((error: unknown) => {
      const otherWasFirst = error instanceof DatabaseError && (error.code === '42P04' || error.code === '23505');
      if (!otherWasFirst) throw error;
    });
  });
}

/** pg knows arrays of built-in types only; without this an array of an enumeration would arrive as text. */
async function enumArrayOids(url: string): Promise<number[]> {
  return withClient(url, async (client) => {
    const { rows } = await client.query<{ oid: number }>("select typarray as oid from pg_type where typtype = 'e' and typarray <> 0");
    return rows.map(({ oid }) => oid);
  });
}

async function withClient<Result>(url: string, work: (client: Client) => Promise<Result>): Promise<Result> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5000, query_timeout: 60_000 });
  client.on('error', () => undefined); // the query that waits for it rejects
  try {
    await client.connect();
    return await work(client);
  } catch (error) {
    if (isUnavailable(error))
      throw new StartupError(`The database does not answer: ${error instanceof Error ? error.message : error}.`, { cause: error });
    throw error;
  } finally {
    await client.end().catch(() => undefined);
  }
}

interface Parts {
  readonly ownerUrl: string;
  readonly apiUrl: string;
  /** With passwords of former secrets. */
  readonly otherApiUrls: readonly string[];
  readonly parsers: TypeParsers;
  readonly log: Log;
  readonly server: EmbeddedServer | undefined;
}

const SET_CONTEXT =
  "select set_config('app.role', $1, true), set_config('app.profile_id', $2, true), set_config('app.company_ids', $3, true), set_config('app.doctor_id', $4, true)";

class PostgresDatabase implements Database {
  readonly ownerUrl: string;
  readonly folder: string | null;
  readonly #config: Config;
  readonly #parts: Parts;
  readonly #requests: Pool;
  readonly #background: Pool;
  #snapshots: Pool | undefined;
  #auth: Pool | undefined;
  #readiness: Pool | undefined;
  readonly #fullDisk = new FullDiskMemory();
  #lastMoveAt = performance.now();
  #listener: Listener | undefined;
  readonly #waits: ((pool: PoolName, seconds: number) => void)[] = [];

  constructor(config: Config, parts: Parts) {
    this.#config = config;
    this.#parts = parts;
    this.ownerUrl = parts.ownerUrl;
    this.folder = parts.server?.folder ?? null;
    const common = { url: parts.apiUrl, otherUrls: parts.otherApiUrls, parsers: parts.parsers, pipeline: true };
    this.#requests = openPool({
      ...common,
      name: 'checkwell requests',
      size: config.databasePoolSize,
      connectTimeoutMs: Math.max(CONNECT_TIMEOUT_MS, config.databaseTimeoutMs),
      queryTimeoutMs: config.databaseTimeoutMs,
    });
    for (const move of ['acquire', 'release'] as const) {
      this.#requests.on(move, () => {
        this.#lastMoveAt = performance.now();
      });
    }
    this.#background = openPool({
      ...common,
      name: 'checkwell background',
      size: Math.max(3, Math.ceil(config.databasePoolSize / 3)),
      connectTimeoutMs: 10_000,
      queryTimeoutMs: SYSTEM_TIMEOUT_MS,
    });
  }

  as<Result>(
    actor: Actor,
    fn: (tx: never) => Promise<Result>,
    options: TransactionOptions & { readonly readonly?: boolean } = {},
  ): Promise<Result> {
    return this.#run('requests', contextOf(actor), fn, options);
  }

  system<Result>(name: string, fn: (tx: WriteTx) => Promise<Result>, options: TransactionOptions = {}): Promise<Result> {
    return this.#run('background', contextOf({ kind: 'system', name }), fn, { ...options, name });
  }

  async *snapshot<Row>(actor: Actor, rows: (tx: ReadTx) => AsyncIterable<Row>): AsyncGenerator<Row, void> {
    this.#snapshots ??= openPool({
      url: this.#parts.apiUrl,
      otherUrls: this.#parts.otherApiUrls,
      parsers: this.#parts.parsers,
      pipeline: true,
      name: 'checkwell snapshots',
      size: SNAPSHOTS,
      connectTimeoutMs: 10_000,
      queryTimeoutMs: SYSTEM_TIMEOUT_MS,
    });
    const step = beginSpan(stepOf('snapshots', { readonly: true }));
    const connection = await connect(this.#snapshots, { waited: (seconds) => this.#noteWait('snapshots', seconds) }).catch(
      (error: unknown) => {
        step.fail(kindOf(error));
        step.end();
        throw error;
      },
    );
    let broken = false;
    try {
      await open(connection, contextOf(actor), { readonly: true, snapshot: true });
      // Kysely's transaction; the types above only hide what must not be called on it, which nothing at run time shows.
      yield* rows(transactionOn(connection) as never);
    } catch (error) {
      broken = error instanceof AppError && error.code === 'database.unavailable';
      step.fail(kindOf(error));
      throw error;
    } finally {
      step.end();
      // Nothing was written: the end is the same whether all rows were read or the reader left.
      if (!broken) {
        await connection.send('rollback').catch(() => {
          broken = true;
        });
      }
      connection.end(broken);
    }
  }

  #noteWait(pool: PoolName, seconds: number): void {
    for (const listener of this.#waits) listener(pool, seconds);
  }

  async #run<Result>(
    name: 'requests' | 'background',
    context: DatabaseContext,
    fn: (tx: never) => Promise<Result>,
    given: RunOptions,
  ): Promise<Result> {
    const pool = name === 'requests' ? this.#requests : this.#background;
    const options: RunOptions = { ...given, waited: (seconds) => this.#noteWait(name, seconds) };
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await inSpan(stepOf(name, options), () => transact(pool, context, fn, options));
      } catch (error) {
        if (isDiskFull(error)) this.#fullDisk.note();
        if (!isRetryable(error)) throw error;
        if (attempt === ATTEMPTS) throw unavailable(error);
        await sleep(Math.random() * 10 * 2 ** attempt);
      }
    }
  }

  async load<Result>(
    tables: readonly (keyof Tables & string)[],
    fill: (tx: WriteTx) => Promise<Result>,
    onProgress?: LoadProgress,
  ): Promise<Result> {
    const pool = openPool({
      url: this.ownerUrl,
      name: 'checkwell load',
      size: 1,
      connectTimeoutMs: 10_000,
      queryTimeoutMs: LOAD_TIMEOUT_MS,
      parsers: this.#parts.parsers,
      pipeline: true,
    });
    try {
      const context = contextOf({ kind: 'system', name: 'load' });
      return await transact(pool, context, (tx: WriteTx) => fillTables(tx, tables, fill, onProgress), { timeoutMs: LOAD_TIMEOUT_MS });
    } finally {
      await pool.end();
    }
  }

  listen(channel: string, handler: (payload: string | undefined) => void): () => void {
    this.#listener ??= new Listener([this.#parts.apiUrl, ...this.#parts.otherApiUrls], this.#parts.log);
    return this.#listener.add(channel, handler);
  }

  isListening(): boolean {
    return this.#listener?.isConnected ?? false;
  }

  async ping(): Promise<void> {
    const answer = this.readinessPool().query({ text: 'select 1', query_timeout: PING_TIMEOUT_MS } as { text: string });
    answer.catch(() => undefined); // it may fail after the race is over
    const timer = new AbortController();
    try {
      await Promise.race([
        answer,
        sleep(PING_TIMEOUT_MS, undefined, { signal: timer.signal }).then(() => {
          throw new Error('no answer within a second');
        }),
      ]);
    } catch (error) {
      throw unavailable(error);
    } finally {
      timer.abort();
    }
    this.#fullDisk.check();
  }

  authPool(): Pool {
    this.#auth ??= this.#openAuthPool('checkwell identity', Math.max(3, Math.ceil(this.#config.databasePoolSize / 3)));
    return this.#auth;
  }

  readinessPool(): Pool {
    this.#readiness ??= this.#openAuthPool('checkwell readiness', READINESS_CONNECTIONS);
    return this.#readiness;
  }

  #openAuthPool(name: string, size: number): Pool {
    const [url, ...otherUrls] = urlsFor(this.#parts.ownerUrl, AUTH_ROLE, this.#config);
    return openPool({
      url,
      otherUrls,
      name,
      size,
      connectTimeoutMs: Math.max(CONNECT_TIMEOUT_MS, this.#config.databaseTimeoutMs),
      queryTimeoutMs: this.#config.databaseTimeoutMs,
      parsers: new Map(), // better-auth expects pg's own
    });
  }

  pools(): readonly PoolStats[] {
    const open = { requests: this.#requests, background: this.#background, snapshots: this.#snapshots, identity: this.#auth };
    return (Object.entries(open) as [PoolName, Pool | undefined][]).flatMap(([name, pool]) =>
      pool ? [{ name, total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }] : [],
    );
  }

  onWait(listener: (pool: PoolName, seconds: number) => void): void {
    this.#waits.push(listener);
  }

  stats() {
    const { totalCount: total, idleCount: idle, waitingCount: waiting } = this.#requests;
    return { total, idle, waiting, standstillMs: waiting > 0 ? performance.now() - this.#lastMoveAt : 0 };
  }

  async close(): Promise<void> {
    await this.#listener?.close();
    const pools = [this.#requests, this.#background, this.#snapshots, this.#auth, this.#readiness].flatMap((pool) =>
      pool && !pool.ending ? [pool] : [],
    );
    await Promise.all(pools.map((pool) => pool.end()));
    await this.#parts.server?.stop();
  }
}

interface RunOptions extends TransactionOptions {
  readonly readonly?: boolean;
  readonly name?: string;
  /** Every query sees what was there at the first one. */
  readonly snapshot?: boolean;
  /** Hears how long it took to get a connection. */
  readonly waited?: (seconds: number) => void;
}

async function transact<Result>(
  pool: Pool,
  context: DatabaseContext,
  fn: (tx: never) => Promise<Result>,
  options: RunOptions,
): Promise<Result> {
  const connection = await connect(pool, options);
  const { limitMs } = options;
  let broken = false;
  let processId: number | undefined;
  try {
    const opened = open(connection, context, options);
    opened.catch(() => undefined); // looked at below
    if (limitMs !== undefined) [processId] = await Promise.all([processOf(connection), opened]);
    // What writes waits until the transaction stands; what reads travels with it, one round trip less.
    if (!options.readonly) await opened;
    try {
      // As in `snapshot`: the types hide, the object is the same.
      const work = fn(transactionOn(connection) as never);
      const result = await (limitMs === undefined ? work : withinLimit(work, limitMs, (message) => new TransactionOverdue(message)));
      await opened;
      await commit(connection);
      return result;
    } catch (error) {
      await opened; // when this failed, what follows is only its echo
      throw error;
    }
  } catch (error) {
    const overdue = error instanceof TransactionOverdue;
    broken = overdue || (error instanceof AppError && error.code === 'database.unavailable');
    if (!broken) {
      await connection.send('rollback').catch(() => {
        broken = true;
      });
    }
    broken ||= isStalePlan(error);
    if (overdue) void endProcess(pool, processId);
    throw error;
  } finally {
    connection.end(broken);
  }
}

/** The step of a trace that a transaction is, from the wait for its connection to its end. */
const stepOf = (pool: PoolName, { readonly = false, name }: Pick<RunOptions, 'readonly' | 'name'>): NewSpan => ({
  name: 'database transaction',
  kind: 'client',
  attributes: {
    'db.system.name': 'postgresql',
    'checkwell.pool': pool,
    'checkwell.readonly': readonly,
    ...(name && { 'checkwell.work': name }),
  },
});

async function processOf(connection: TransactionConnection): Promise<number> {
  const { rows } = await connection.send('select pg_backend_pid() as id');
  return (rows as { readonly id: number }[])[0]?.id ?? 0;
}

/** A server process that works on a statement does not notice that its client has gone, and keeps its locks until it is through. */
async function endProcess(pool: Pool, processId = 0): Promise<void> {
  await pool.query('select pg_terminate_backend($1)', [processId]).catch(() => undefined); // the connection is dropped in any case
}

async function connect(pool: Pool, { timeoutMs, waited }: Pick<RunOptions, 'timeoutMs' | 'waited'>): Promise<TransactionConnection> {
  const began = performance.now();
  const client = await pool
    .connect()
    .catch((error: unknown) => {
      throw unavailable(error);
    })
    .finally(() => waited?.((performance.now() - began) / 1000));
  return new TransactionConnection(client, timeoutMs);
}

async function open(connection: TransactionConnection, context: DatabaseContext, { readonly, name, snapshot }: RunOptions): Promise<void> {
  const values = [context.role, context.profileId ?? '', `{${context.companyIds.join(',')}}`, context.doctorId ?? ''];
  await Promise.all([
    connection.send(snapshot ? 'begin isolation level repeatable read read only' : readonly ? 'begin read only' : 'begin'),
    connection.send(SET_CONTEXT, values),
    name === undefined ? undefined : connection.send("select set_config('application_name', $1, true)", [`checkwell ${name}`]),
  ]);
}

async function commit(connection: TransactionConnection): Promise<void> {
  const { command } = await connection.send('commit');
  if (command === 'ROLLBACK') throw new Error('The transaction was rolled back: the error of one of its queries was swallowed.');
}

/** Serialization failure and deadlock: PostgreSQL asks to run the transaction again. */
function isRetryable(error: unknown): boolean {
  return (error instanceof DatabaseError && (error.code === '40001' || error.code === '40P01')) || isStalePlan(error);
}

/** As PostgreSQL says it, also where it became `database.unavailable`. */
function isDiskFull(error: unknown): boolean {
  const cause = error instanceof AppError ? error.cause : error;
  return cause instanceof DatabaseError && cause.code === DISK_FULL;
}

/** A migration changed a table under a prepared statement; the connection is renewed, and nothing has happened yet. */
function isStalePlan(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === '0A000' && /cached plan/.test(error.message);
}

/**
 * Whether the error is the violation of this constraint (or unique index), so that a repository can say it in the product's words.
 * @param constraint its name in the migrations, such as `employees_niss`
 */
export function violates(error: unknown, constraint: string): boolean {
  return error instanceof DatabaseError && (error.code?.startsWith('23') ?? false) && error.constraint === constraint;
}

type Handler = (payload: string | undefined) => void;

/** One connection for all LISTENs of this process; it reconnects by itself, and tells its handlers that it did. */
class Listener {
  readonly #urls: readonly string[];
  readonly #log: Log;
  readonly #handlers = new Map<string, Set<Handler>>();
  #client: Client | undefined;
  #closed = false;
  readonly #stop = new AbortController();
  readonly #loop: Promise<void>;

  /** @param urls with each password that may count: after a failure the next one is tried */
  constructor(urls: readonly string[], log: Log) {
    this.#urls = urls;
    this.#log = log;
    this.#loop = this.#keepConnected();
  }

  get isConnected(): boolean {
    return this.#client !== undefined;
  }

  add(channel: string, handler: Handler): () => void {
    if (!/^[a-z_]+$/.test(channel)) throw new Error(`A channel's name has lower-case letters and underscores only: ${channel}`);
    const handlers = this.#handlers.get(channel) ?? new Set();
    this.#handlers.set(channel, handlers.add(handler));
    void this.#client
      ?.query(`listen ${channel}`)
      .then(() => handler(undefined))
      .catch(() => undefined); // the connection broke: the next one listens to everything
    return () => handlers.delete(handler);
  }

  async #keepConnected(): Promise<void> {
    for (let failures = 0; !this.#closed; ) {
      const client = new Client({
        connectionString: this.#urls[failures % this.#urls.length],
        application_name: 'checkwell listener',
        connectionTimeoutMillis: 5000,
        query_timeout: 5000,
        keepAlive: true,
      });
      const ended = new Promise<void>((resolve) => client.once('end', resolve));
      client.on('error', () => undefined); // followed by 'end'
      client.on('notification', ({ channel, payload }) => this.#tell(channel, payload));
      try {
        await client.connect();
        for (const channel of this.#handlers.keys()) await client.query(`listen ${channel}`);
        this.#client = client;
        if (failures > 0) this.#log.info('Listening to the database again.');
        failures = 0;
        for (const channel of this.#handlers.keys()) this.#tell(channel, undefined);
        await this.#watch(client, ended);
      } catch (error) {
        if (failures === 0 && !this.#closed)
          this.#log.warn(`The database cannot be listened to: ${error instanceof Error ? error.message : error}`);
        failures += 1;
      }
      this.#client = undefined;
      void client.end().catch(() => undefined);
      if (!this.#closed) await sleep(Math.min(100 * 2 ** failures, 5000), undefined, { signal: this.#stop.signal }).catch(() => undefined);
    }
  }

  /** Asks from time to time, because a connection can be dead without either side having been told. */
  async #watch(client: Client, ended: Promise<void>): Promise<void> {
    const question = { text: 'select 1', query_timeout: WATCH_LIMIT_MS } as { text: string };
    const timer = setInterval(() => client.query(question).catch(() => client.end()), WATCH_EVERY_MS);
    await ended;
    clearInterval(timer);
  }

  #tell(channel: string, payload: string | undefined): void {
    for (const handler of this.#handlers.get(channel) ?? []) {
      try {
        handler(payload);
      } catch (error) {
        this.#log.error(`A listener of ${channel} failed: ${error instanceof Error ? error.message : error}`);
      }
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#stop.abort();
    await this.#client?.end().catch(() => undefined);
    await this.#loop;
  }
}
