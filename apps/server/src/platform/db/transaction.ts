import { AppError } from '@checkwell/domain/errors';
import type { DatabaseContext } from '@checkwell/domain/policy';
import { DatabaseError, type Pool } from 'pg';
import type { NewSpan } from '../trace.ts';
import { withinLimit } from '../within-limit.ts';
import { type PoolName, TransactionConnection, transactionOn, unavailable } from './pool.ts';

export interface TransactionOptions {
  /** Limit of each query in place of `DATABASE_TIMEOUT_MS`, for exports and rollups. */
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

/** PostgreSQL: disk_full. */
const DISK_FULL = '53100';
const SET_CONTEXT =
  "select set_config('app.role', $1, true), set_config('app.profile_id', $2, true), set_config('app.company_ids', $3, true), set_config('app.doctor_id', $4, true)";

export interface RunOptions extends TransactionOptions {
  readonly readonly?: boolean;
  readonly name?: string;
  /** Every query sees what was there at the first one. */
  readonly snapshot?: boolean;
  /** Done with the connection before the transaction begins; when it rejects, there is none. */
  readonly admit?: (connection: TransactionConnection) => Promise<void>;
  /** Is called with how long it took to get a connection. */
  readonly waited?: (seconds: number) => void;
}

/**
 * Runs `fn` in one transaction on a connection of the pool, as the actor of the context: committed when it is through, undone when it throws.
 * @throws {AppError} `database.unavailable` @throws {TransactionOverdue}
 */
export async function transact<Result>(
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
    await options.admit?.(connection);
    const opened = open(connection, context, options);
    opened.catch(() => undefined); // looked at below
    if (limitMs !== undefined) [processId] = await Promise.all([processOf(connection), opened]);
    // Writes wait until the transaction has begun; reads are sent with it, which saves a round trip.
    if (!options.readonly) await opened;
    try {
      // Cast: the type of `fn` hides methods that must not be called on Kysely's transaction, which is the same object (as in `snapshot`).
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
export const stepOf = (pool: PoolName, { readonly = false, name }: Pick<RunOptions, 'readonly' | 'name'>): NewSpan => ({
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

/** A connection of the pool for one transaction. @throws {AppError} `database.unavailable` */
export async function connect(pool: Pool, { timeoutMs, waited }: Pick<RunOptions, 'timeoutMs' | 'waited'>): Promise<TransactionConnection> {
  const began = performance.now();
  const client = await pool
    .connect()
    .catch((error: unknown) => {
      throw unavailable(error);
    })
    .finally(() => waited?.((performance.now() - began) / 1000));
  return new TransactionConnection(client, timeoutMs);
}

/** Begins a transaction and tells PostgreSQL who asks. */
export async function open(
  connection: TransactionConnection,
  context: DatabaseContext,
  { readonly, name, snapshot }: RunOptions,
): Promise<void> {
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
export function isRetryable(error: unknown): boolean {
  return (error instanceof DatabaseError && (error.code === '40001' || error.code === '40P01')) || isStalePlan(error);
}

/** Whether PostgreSQL reported a full disk, also where the error became `database.unavailable`. */
export function isDiskFull(error: unknown): boolean {
  const cause = error instanceof AppError ? error.cause : error;
  return cause instanceof DatabaseError && cause.code === DISK_FULL;
}

/** A migration changed a table under a prepared statement; the connection is renewed, and nothing has happened yet. */
function isStalePlan(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === '0A000' && /cached plan/.test(error.message);
}
