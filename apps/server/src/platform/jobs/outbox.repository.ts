import { type Selectable, sql } from 'kysely';
import type { ReadTx, Tables, WriteTx } from '../db/database.ts';

type OutboxRow = Selectable<Tables['outbox']>;
export type NewOutboxRow = Pick<OutboxRow, 'id' | 'companyId' | 'topic' | 'createdAt' | 'traceId'> & { readonly payload: string };

export async function insert(tx: WriteTx, row: NewOutboxRow): Promise<void> {
  await tx
    .insertInto('outbox')
    .values({ ...row, dueAt: row.createdAt })
    .execute();
}

/** The next row that is due, held until the transaction ends: other workers skip it, and it is free again when this one dies. */
export async function claim(tx: WriteTx, topics: readonly string[], now: Date): Promise<OutboxRow | undefined> {
  const { rows } = await sql<OutboxRow>`
    select * from outbox where "deadAt" is null and "dueAt" <= ${now} and topic = any (${[...topics]}::text[])
    order by "dueAt", id limit 1 for update skip locked`.execute(tx);
  return rows[0];
}

/** What comes later undoes only what was done since: a failed effect leaves the claim as it was. */
export async function savepoint(tx: WriteTx): Promise<void> {
  await sql`savepoint effect`.execute(tx);
}

export async function rollbackToSavepoint(tx: WriteTx): Promise<void> {
  await sql`rollback to savepoint effect`.execute(tx);
}

export async function remove(tx: WriteTx, id: string): Promise<void> {
  await tx.deleteFrom('outbox').where('id', '=', id).execute();
}

export type Failure = Pick<OutboxRow, 'attempts' | 'lastError' | 'dueAt' | 'deadAt'>;

export async function recordFailure(tx: WriteTx, id: string, failure: Failure): Promise<void> {
  await tx.updateTable('outbox').set(failure).where('id', '=', id).execute();
}

/** When the next row that is not due yet will be; null when none waits. */
export async function nextDue(tx: ReadTx, topics: readonly string[], now: Date): Promise<Date | null> {
  const row = await tx
    .selectFrom('outbox')
    .select((eb) => eb.fn.min('dueAt').as('dueAt'))
    .where('deadAt', 'is', null)
    .where('dueAt', '>', now)
    .where('topic', 'in', [...topics])
    .executeTakeFirst();
  return row?.dueAt ?? null;
}

export interface OutboxCounts {
  /** Effects that wait, or are being carried out. */
  readonly depth: number;
  /** Since when the oldest of them waits. */
  readonly oldest: Date | null;
  readonly dead: number;
}

export async function count(tx: ReadTx): Promise<OutboxCounts> {
  const { rows } = await sql<OutboxCounts>`
    select count(*) filter (where "deadAt" is null) as depth, min("createdAt") filter (where "deadAt" is null) as oldest,
      count(*) filter (where "deadAt" is not null) as dead from outbox`.execute(tx);
  return rows[0] as OutboxCounts;
}
