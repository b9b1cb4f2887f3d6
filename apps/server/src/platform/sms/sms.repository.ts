import type { SmsFailure, SmsState } from '@checkwell/domain/messages/sms';
import { type Insertable, sql } from 'kysely';
import type { Tables, WriteTx } from '../db/database.ts';
import { storable } from '../db/fragments.ts';
import { type Locked, lockRow, updateRow } from '../db/locked.ts';
import type { SmsReceipt } from './gateway.ts';

export type NewSms = Omit<Insertable<Tables['text_messages']>, 'state'>;
export type SmsRow = Locked<'text_messages'>;

export async function insert(tx: WriteTx, sms: NewSms): Promise<void> {
  await tx.insertInto('text_messages').values(sms).execute();
  await addEvent(tx, sms.id, 'queued', '', new Date(sms.createdAt));
}

export const lock = (tx: WriteTx, id: string): Promise<SmsRow | undefined> => lockRow(tx, 'text_messages', { id });

/** Records the beginning of an attempt; the time of the first one is kept. */
export async function beginAttempt(tx: WriteTx, row: SmsRow, now: Date): Promise<void> {
  if (row.attemptedAt === null) await updateRow(tx, row, { attemptedAt: now });
}

/** After an attempt that certainly failed: the next one counts as the first. */
export const forgetAttempt = (tx: WriteTx, row: SmsRow): Promise<SmsRow> => updateRow(tx, row, { attemptedAt: null });

/** Operators try to deliver a message for some days; receipts come within them. */
const RECEIPT_DAYS = 7;

/**
 * The message of a receipt: by the gateway's id and the recipient, else by the end of our own id, among those without an id of the gateway.
 * @returns undefined: there is none, or several fit
 */
export async function findOfReceipt(
  tx: WriteTx,
  { providerIds, recipients, reference }: SmsReceipt,
  now: Date,
): Promise<string | undefined> {
  const since = new Date(now.getTime() - RECEIPT_DAYS * 24 * 3_600_000);
  const { rows } = await sql<{ readonly id: string; readonly isNamed: boolean }>`
    select id, "providerId" is not null as "isNamed" from text_messages
    where recipient = any (${[...recipients]}::text[]) and ("providerId" = any (${[...providerIds]}::text[])
      or "providerId" is null and "attemptedAt" is not null and "createdAt" > ${since} and right(id::text, 4) = ${reference})
    order by array_position(${[...providerIds]}::text[], "providerId") limit 2`.execute(tx);
  const [first, other] = rows;
  return first?.isNamed || other === undefined ? first?.id : undefined;
}

/** The ones of these ids of the gateway that belong to a message. */
export async function knownProviderIds(tx: WriteTx, providerIds: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ readonly providerId: string }>`
    select "providerId" from text_messages where "providerId" = any (${[...providerIds]}::text[])`.execute(tx);
  return new Set(rows.map(({ providerId }) => providerId));
}

/** What is known of a message, beside its state. */
export interface SmsNews {
  readonly state: SmsState;
  readonly failure: SmsFailure | null;
  readonly code: string;
  readonly error: string;
  readonly providerId: string | null;
}

/** Records a new state. @param keepContent false: the text is deleted once the message was sent, or cannot be sent any more */
export async function recordNews(tx: WriteTx, row: SmsRow, news: SmsNews, now: Date, keepContent: boolean): Promise<void> {
  const { state, failure, code, error, providerId } = news;
  const left = state === 'sent' || state === 'delivered';
  // What never left can be sent again as long as it is true.
  const kept = keepContent || (state === 'failed' && failure !== 'expired' && failure !== 'notKnown');
  await updateRow(tx, row, {
    state,
    failure,
    error: storable(error),
    providerId: row.providerId ?? providerId,
    failedAt: state === 'failed' ? (row.failedAt ?? now) : null,
    ...(state === 'failed' && row.failedAt === null && { attempts: row.attempts + 1 }),
    ...(left && { sentAt: row.sentAt ?? now }),
    ...(!kept && { text: '' }),
  });
  await addEvent(tx, row.id, state, code, now);
}

export async function recordId(tx: WriteTx, row: SmsRow, providerId: string): Promise<void> {
  if (row.providerId === null) await updateRow(tx, row, { providerId });
}

/** The last attempt failed, another will follow. */
export async function recordError(tx: WriteTx, row: SmsRow, error: string): Promise<void> {
  await updateRow(tx, row, { error: storable(error), attempts: row.attempts + 1 });
}

/** Queues it again. `attemptedAt` is kept, so that the next attempt looks for the message at the gateway first. */
export async function requeue(tx: WriteTx, row: SmsRow, now: Date): Promise<void> {
  await updateRow(tx, row, { state: 'queued', failure: null, failedAt: null, error: '', attempts: 0 });
  await addEvent(tx, row.id, 'queued', '', now);
}

async function addEvent(tx: WriteTx, messageId: string, state: SmsState, code: string, at: Date): Promise<void> {
  await tx
    .insertInto('text_message_events')
    .values({ messageId, state, code, at })
    .onConflict((same) => same.doNothing())
    .execute();
}
