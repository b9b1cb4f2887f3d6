import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '@checkwell/domain/errors';
import { type Actor, contextOf, type DatabaseContext } from '@checkwell/domain/policy';
import type { Kysely, Transaction } from 'kysely';
import { Client, DatabaseError, type Pool } from 'pg';
import { StartupError } from '../../config/startup-error.ts';
import type { Config } from '../../config.ts';
import type { Log } from '../log.ts';
import { FullDiskMemory } from '../readiness.ts';
import { beginSpan, inSpan, kindOf } from '../trace.ts';
import { backupFolder } from './backup/backup-folder.ts';
import { Listener } from './listener.ts';
import { isUnavailable, openPool, type PoolName, type TypeParsers, transactionOn, typeParsers, unavailable } from './pool.ts';
import { type Admit, Replica } from './replica/replica.ts';
import { API_ROLE, AUTH_ROLE, DATABASE_NAME, urlsFor } from './roles.ts';
import { fillTables, type LoadProgress } from './set-up/bulk-load.ts';
import { type EmbeddedServer, startEmbedded } from './set-up/embedded.ts';
import { migrate } from './set-up/migrate.ts';
import type { Tables } from './tables.gen.ts';
import { connect, isDiskFull, isRetryable, open, type RunOptions, stepOf, type TransactionOptions, transact } from './transaction.ts';

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

export interface ReadOptions extends TransactionOptions {
  readonly readonly: true;
  /**
   * A replica may answer, if there is one (`REPLICA_DATABASE_URL`) and it has replayed all that was committed before: for dashboards, lists
   * and searches. `fn` runs on the primary after it failed there.
   */
  readonly replica?: boolean;
}

/**
 * The database as the product sees it: transactions that know who asks, and row-level security that holds them to it.
 * `fn` may run again after a serialization failure or deadlock, so it has no effects outside the database.
 */
export interface Database {
  /** A transaction as this actor. Read-only ones hand out a `ReadTx`, and PostgreSQL refuses writes in them. */
  as<Result>(actor: Actor, fn: (tx: ReadTx) => Promise<Result>, options: ReadOptions): Promise<Result>;
  as<Result>(
    actor: Actor,
    fn: (tx: WriteTx) => Promise<Result>,
    options?: TransactionOptions & { readonly readonly?: false },
  ): Promise<Result>;
  /**
   * Rows of one moment, however long it takes to read them: a read-only transaction as this actor that begins with the first
   * row and ends with the last, or when the reader leaves (`break`, `return()`). For exports; few at a time, from a pool of
   * their own, so that a slow reader keeps nobody from working. Nothing is tried again: rows may have left the server already.
   * A replica answers if there is one, as with `replica: true`; the primary where it fails before the first row.
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
  /** null: there is no replica (`REPLICA_DATABASE_URL`). */
  readonly replica: Pick<Replica, 'onOutcome' | 'behindBytes'> | null;
  close(): Promise<void>;
}

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
/** One for `ping`, one for whatever else a readiness check asks. */
const READINESS_CONNECTIONS = 2;
/** A replica that is frozen, and not yet known to be, costs a list no more than this before the primary answers it. */
const REPLICA_CONNECT_TIMEOUT_MS = 500;
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
    const db = new PostgresDatabase(config, { ownerUrl, apiUrl, otherApiUrls, parsers, log, server });
    await db.replica?.tryOut();
    return db;
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

interface ReplicaPools {
  /** Of the primary: for its position alone. */
  readonly position: Pool;
  readonly requests: Pool;
  readonly snapshots: Pool;
}

class PostgresDatabase implements Database {
  readonly ownerUrl: string;
  readonly folder: string | null;
  readonly replica: Replica | null;
  readonly #replicaPools: ReplicaPools | null;
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
    this.#requests = openPool({
      ...this.#asApi(),
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
      ...this.#asApi(),
      name: 'checkwell background',
      size: Math.max(3, Math.ceil(config.databasePoolSize / 3)),
      connectTimeoutMs: 10_000,
      queryTimeoutMs: SYSTEM_TIMEOUT_MS,
    });
    this.#replicaPools = config.replicaDatabaseUrl === null ? null : this.#openReplicaPools(config.replicaDatabaseUrl);
    this.replica =
      this.#replicaPools && new Replica({ primary: this.#replicaPools.position, replica: this.#replicaPools.requests, log: parts.log });
  }

  #openReplicaPools(url: string): ReplicaPools {
    const { databasePoolSize: size, databaseTimeoutMs: queryTimeoutMs } = this.#config;
    const [first, ...otherUrls] = urlsFor(url, API_ROLE, this.#config);
    const replica = { url: first, otherUrls, parsers: this.#parts.parsers, pipeline: true, connectTimeoutMs: REPLICA_CONNECT_TIMEOUT_MS };
    return {
      position: openPool({ ...this.#asApi(), name: 'checkwell position', size: 1, connectTimeoutMs: CONNECT_TIMEOUT_MS, queryTimeoutMs }),
      requests: openPool({ ...replica, name: 'checkwell replica', size, queryTimeoutMs }),
      snapshots: openPool({ ...replica, name: 'checkwell replica snapshots', size: SNAPSHOTS, queryTimeoutMs: SYSTEM_TIMEOUT_MS }),
    };
  }

  #asApi() {
    const { apiUrl: url, otherApiUrls: otherUrls, parsers } = this.#parts;
    return { url, otherUrls, parsers, pipeline: true };
  }

  as<Result>(
    actor: Actor,
    fn: (tx: never) => Promise<Result>,
    { replica = false, ...options }: TransactionOptions & { readonly readonly?: boolean; readonly replica?: boolean } = {},
  ): Promise<Result> {
    const context = contextOf(actor);
    return replica ? this.#readAnywhere(context, fn, options) : this.#run('requests', context, fn, options);
  }

  async #readAnywhere<Result>(context: DatabaseContext, fn: (tx: never) => Promise<Result>, given: RunOptions): Promise<Result> {
    const pools = this.#replicaPools;
    const answer = await this.replica?.read((admit) => {
      const options: RunOptions = { ...given, admit, waited: (seconds) => this.#noteWait('replica', seconds) };
      return inSpan(stepOf('replica', options), () => transact((pools as ReplicaPools).requests, context, fn, options));
    });
    return answer ? answer.result : this.#run('requests', context, fn, given);
  }

  system<Result>(name: string, fn: (tx: WriteTx) => Promise<Result>, options: TransactionOptions = {}): Promise<Result> {
    return this.#run('background', contextOf({ kind: 'system', name }), fn, { ...options, name });
  }

  async *snapshot<Row>(actor: Actor, rows: (tx: ReadTx) => AsyncIterable<Row>): AsyncGenerator<Row, void> {
    const pools = this.#replicaPools;
    // With the first row it is known that the replica answers; nothing has left the server before.
    const begun = await this.replica?.read(async (admit) => {
      const all = this.#snapshotOn((pools as ReplicaPools).snapshots, 'replica-snapshots', actor, rows, admit);
      return { all, first: await all.next() };
    });
    if (begun) {
      const { all, first } = begun.result;
      try {
        if (first.done) return;
        yield first.value;
        yield* all;
      } finally {
        await all.return();
      }
      return;
    }
    this.#snapshots ??= openPool({
      ...this.#asApi(),
      name: 'checkwell snapshots',
      size: SNAPSHOTS,
      connectTimeoutMs: 10_000,
      queryTimeoutMs: SYSTEM_TIMEOUT_MS,
    });
    yield* this.#snapshotOn(this.#snapshots, 'snapshots', actor, rows);
  }

  async *#snapshotOn<Row>(
    pool: Pool,
    name: PoolName,
    actor: Actor,
    rows: (tx: ReadTx) => AsyncIterable<Row>,
    admit?: Admit,
  ): AsyncGenerator<Row, void> {
    const step = beginSpan(stepOf(name, { readonly: true }));
    const connection = await connect(pool, { waited: (seconds) => this.#noteWait(name, seconds) }).catch((error: unknown) => {
      step.fail(kindOf(error));
      step.end();
      throw error;
    });
    let broken = false;
    try {
      await admit?.(connection);
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
    const open: Partial<Record<PoolName, Pool | undefined>> = {
      requests: this.#requests,
      background: this.#background,
      snapshots: this.#snapshots,
      identity: this.#auth,
      replica: this.#replicaPools?.requests,
      'replica-snapshots': this.#replicaPools?.snapshots,
    };
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
    await this.replica?.close();
    const ofReplica = this.#replicaPools ? Object.values(this.#replicaPools) : [];
    const pools = [this.#requests, this.#background, this.#snapshots, this.#auth, this.#readiness, ...ofReplica].flatMap((pool) =>
      pool && !pool.ending ? [pool] : [],
    );
    await Promise.all(pools.map((pool) => pool.end()));
    await this.#parts.server?.stop();
  }
}

/**
 * Whether the error is the violation of this constraint (or unique index), so that a repository can say it in the product's words.
 * @param constraint its name in the migrations, such as `employees_niss`
 */
export function violates(error: unknown, constraint: string): boolean {
  return error instanceof DatabaseError && (error.code?.startsWith('23') ?? false) && error.constraint === constraint;
}
