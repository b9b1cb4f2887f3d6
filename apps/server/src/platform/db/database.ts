import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '@checkwell/domain/errors';
import { type Actor, contextOf, type DatabaseContext } from '@checkwell/domain/policy';
import type { Kysely, Transaction } from 'kysely';
import { DatabaseError, type Pool } from 'pg';
import type { Config } from '../../config.ts';
import type { Log } from '../log.ts';
import { FullDiskMemory } from '../readiness.ts';
import { beginSpan, inSpan, kindOf } from '../trace.ts';
import { backupFolder } from './backup/backup-folder.ts';
import { Listener } from './listener.ts';
import { openPool, type PoolName, transactionOn, typeParsers, unavailable } from './pool.ts';
import { type Logins, type PoolStats, Pools, type ReplicaPools } from './pools.ts';
import { type Admit, Replica } from './replica/replica.ts';
import { API_ROLE, DATABASE_NAME, urlsFor } from './roles.ts';
import { fillTables, type LoadProgress } from './set-up/bulk-load.ts';
import { type EmbeddedServer, startEmbedded } from './set-up/embedded.ts';
import { migrate } from './set-up/migrate.ts';
import { createDatabase, enumArrayOids } from './set-up/prepare.ts';
import type { Tables } from './tables.gen.ts';
import { connect, isDiskFull, isRetryable, open, type RunOptions, stepOf, type TransactionOptions, transact } from './transaction.ts';

export type { PoolStats } from './pools.ts';
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
   * A transaction of the tables' owner that fills them, indexes dropped meanwhile (bulk-load.ts): for generators of data,
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
  /** Is called with how long each transaction of this process waited for its connection, also one that got none. */
  onWait(listener: (pool: PoolName, seconds: number) => void): void;
  /** null: there is no replica (`REPLICA_DATABASE_URL`). */
  readonly replica: Pick<Replica, 'onOutcome' | 'behindBytes'> | null;
  close(): Promise<void>;
}

const ATTEMPTS = 4;
const PING_TIMEOUT_MS = 1000;
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

interface Parts extends Logins {
  readonly log: Log;
  readonly server: EmbeddedServer | undefined;
}

class PostgresDatabase implements Database {
  readonly ownerUrl: string;
  readonly folder: string | null;
  readonly replica: Replica | null;
  readonly #parts: Parts;
  readonly #pools: Pools;
  readonly #fullDisk = new FullDiskMemory();
  #listener: Listener | undefined;
  readonly #waits: ((pool: PoolName, seconds: number) => void)[] = [];

  constructor(config: Config, parts: Parts) {
    this.#parts = parts;
    this.ownerUrl = parts.ownerUrl;
    this.folder = parts.server?.folder ?? null;
    this.#pools = new Pools(config, parts);
    const ofReplica = this.#pools.replica;
    this.replica = ofReplica && new Replica({ primary: ofReplica.position, replica: ofReplica.requests, log: parts.log });
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
    const pools = this.#pools.replica;
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
    const pools = this.#pools.replica;
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
    yield* this.#snapshotOn(this.#pools.snapshots(), 'snapshots', actor, rows);
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
      // Cast: the type of `rows` hides methods that must not be called on Kysely's transaction, which is the same object.
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
    const pool = this.#pools[name];
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
    return this.#pools.identity();
  }

  readinessPool(): Pool {
    return this.#pools.readiness();
  }

  pools(): readonly PoolStats[] {
    return this.#pools.open();
  }

  onWait(listener: (pool: PoolName, seconds: number) => void): void {
    this.#waits.push(listener);
  }

  stats() {
    return this.#pools.stats();
  }

  async close(): Promise<void> {
    await this.#listener?.close();
    await this.replica?.close();
    await this.#pools.close();
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

/**
 * For the `catch` of a write: the violation of one of these constraints (or unique indexes) becomes an error of the product, and every other error
 * stays as it is.
 * @param errors by the constraint's name in the migrations
 */
export const mapViolations =
  (errors: Readonly<Record<string, (cause: unknown) => Error>>) =>
  (error: unknown): never => {
    const [, errorOf] = Object.entries(errors).find(([constraint]) => violates(error, constraint)) ?? [];
    throw errorOf ? errorOf(error) : error;
  };
