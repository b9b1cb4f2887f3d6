import { type Selectable, sql } from 'kysely';
import type { ReadTx, Tables, WriteTx } from '../db/database.ts';
import { storable } from '../db/fragments.ts';
import { type Locked, lockRow, updateRow } from '../db/locked.ts';

type OutboxRow = Selectable<Tables['outbox']>;
export type NewOutboxRow = Pick<OutboxRow, 'id' | 'companyId' | 'topic' | 'createdAt' | 'dueAt' | 'traceId' | 'spanId'> & {
  readonly payload: string;
};

/**
 * Adds an effect. If it is due at once, `dueAt` is at most the time of the database: otherwise a process whose clock is ahead would delay it in all
 * other processes.
 */
export async function insert(tx: WriteTx, row: NewOutboxRow): Promise<void> {
  const dueAt = row.dueAt > row.createdAt ? row.dueAt : sql<Date>`least(${row.dueAt}::timestamptz, clock_timestamp())`;
  await tx
    .insertInto('outbox')
    .values({ ...row, dueAt })
    .execute();
}

/** The next row that is due and unclaimed, locked until the transaction ends: other workers skip it, and it is free again when this one ends. */
export async function takeNext(tx: WriteTx, topics: readonly string[], now: Date): Promise<OutboxRow | undefined> {
  const { rows } = await sql<OutboxRow>`
    select * from outbox where "deadAt" is null and "dueAt" <= ${now} and topic = any (${[...topics]}::text[])
      and ("claimedUntil" is null or "claimedUntil" < clock_timestamp())
    order by "dueAt", id limit 1 for update skip locked`.execute(tx);
  return rows[0];
}

/** Claims a row for this worker past the end of the transaction. @returns until when, by the clock of the database, to the millisecond */
export async function claim(tx: WriteTx, id: string, milliseconds: number): Promise<Date> {
  const { rows } = await sql<{ claimedUntil: Date }>`
    update outbox set "claimedUntil" = date_trunc('milliseconds', clock_timestamp()) + ${milliseconds} * interval '1 millisecond'
    where id = ${id} returning "claimedUntil"`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error('The effect that was just taken is missing.');
  return row.claimedUntil;
}

export async function lock(tx: WriteTx, id: string): Promise<Locked<'outbox'> | undefined> {
  return lockRow(tx, 'outbox', { id }, 'removal');
}

export async function remove(tx: WriteTx, id: string): Promise<void> {
  await tx.deleteFrom('outbox').where('id', '=', id).execute();
}

export type Failure = Pick<OutboxRow, 'attempts' | 'lastError' | 'dueAt' | 'deadAt'>;

export async function recordFailure(tx: WriteTx, row: Locked<'outbox'>, failure: Failure): Promise<void> {
  await updateRow(tx, row, { ...failure, lastError: storable(failure.lastError), claimedUntil: null });
}

/** Makes the row due at once, as if it had never failed; its attempts count from zero again. */
export async function resetAttempts(tx: WriteTx, row: Locked<'outbox'>, now: Date, payload?: unknown): Promise<void> {
  await updateRow(tx, row, { attempts: 0, dueAt: now, deadAt: null, ...(payload !== undefined && { payload: JSON.stringify(payload) }) });
}

/** Postpones a row that this transaction has taken. */
export async function putOff(tx: WriteTx, id: string, until: Date): Promise<void> {
  await tx.updateTable('outbox').set({ dueAt: until, claimedUntil: null }).where('id', '=', id).execute();
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
  readonly topic: string;
  /** Effects that wait, or are being carried out. */
  readonly depth: number;
  /** Since when the oldest of them could have been carried out; null: none could yet. */
  readonly oldest: Date | null;
  readonly dead: number;
}

/** Numbers of effects by topic; topics without effects are left out. */
export async function count(tx: ReadTx, now: Date): Promise<readonly OutboxCounts[]> {
  // An effect that was put off from the start (a text message at night) counts as waiting only from its `dueAt`.
  const { rows } = await sql<OutboxCounts>`
    select topic, count(*) filter (where "deadAt" is null) as depth,
      min(case when attempts = 0 then "dueAt" else "createdAt" end) filter (where "deadAt" is null and (attempts > 0 or "dueAt" <= ${now})) as oldest,
      count(*) filter (where "deadAt" is not null) as dead
    from outbox group by topic`.execute(tx);
  return rows;
}
