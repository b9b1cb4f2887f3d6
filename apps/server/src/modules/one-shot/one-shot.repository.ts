import type { CheckLocation, CheckStatus } from '@checkwell/domain/check/enums';
import type { CalendarDay } from '@checkwell/domain/clock';
import { ONE_SHOT_PRICE_CENTS } from '@checkwell/domain/constants';
import type { OneShotInput } from '@checkwell/domain/one-shot/rules';
import { OPEN_ATTEMPT_STATES } from '@checkwell/domain/one-shot/states';
import type { Insertable, Selectable, Updateable } from 'kysely';
import { sql } from 'kysely';
import type { ReadTx, Tables, WriteTx } from '../../platform/db/database.ts';
import type { Located } from '../../platform/geo/geocoder.ts';
import { newId } from '../../platform/ids.ts';

/** What is kept of an order until there is a check of it. */
export interface OrderDetails extends Pick<OneShotInput, 'worker' | 'incapacity'> {
  readonly located: Located | null;
}

export interface OrderRow extends Omit<Selectable<Tables['one_shot_orders']>, 'details'> {
  readonly details: OrderDetails | null;
}
export type AttemptRow = Selectable<Tables['one_shot_attempts']>;

/** @returns false: there is an order under this key */
export async function insertOrder(tx: WriteTx, order: Insertable<Tables['one_shot_orders']>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('one_shot_orders')
    .values(order)
    .onConflict((conflict) => conflict.column('keyHash').doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

export async function findByKey(tx: ReadTx, keyHash: Buffer): Promise<OrderRow | undefined> {
  return (await tx.selectFrom('one_shot_orders').selectAll().where('keyHash', '=', keyHash).executeTakeFirst()) as OrderRow | undefined;
}

export async function findByToken(tx: ReadTx, tokenHash: Buffer): Promise<OrderRow | undefined> {
  return (await tx.selectFrom('one_shot_orders').selectAll().where('tokenHash', '=', tokenHash).executeTakeFirst()) as OrderRow | undefined;
}

export async function findByCheck(tx: ReadTx, companyId: string, checkId: string): Promise<OrderRow | undefined> {
  const row = tx.selectFrom('one_shot_orders').selectAll().where('companyId', '=', companyId).where('checkId', '=', checkId);
  return (await row.executeTakeFirst()) as OrderRow | undefined;
}

/** Whoever changes an order or its attempts holds it: changes come one after the other. */
export async function lockOrder(tx: WriteTx, id: string): Promise<OrderRow | undefined> {
  return (await tx.selectFrom('one_shot_orders').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()) as OrderRow | undefined;
}

export async function updateOrder(tx: WriteTx, id: string, changes: Updateable<Tables['one_shot_orders']>): Promise<void> {
  await tx.updateTable('one_shot_orders').set(changes).where('id', '=', id).execute();
}

export async function insertAttempt(tx: WriteTx, attempt: Insertable<Tables['one_shot_attempts']>): Promise<void> {
  await tx.insertInto('one_shot_attempts').values(attempt).execute();
}

export async function findAttempt(tx: ReadTx, id: string): Promise<AttemptRow | undefined> {
  return tx.selectFrom('one_shot_attempts').selectAll().where('id', '=', id).executeTakeFirst();
}

export async function findAttemptByKey(tx: ReadTx, orderId: string, keyHash: Buffer): Promise<AttemptRow | undefined> {
  return tx.selectFrom('one_shot_attempts').selectAll().where('orderId', '=', orderId).where('keyHash', '=', keyHash).executeTakeFirst();
}

export async function findLatestAttempt(tx: ReadTx, orderId: string): Promise<AttemptRow | undefined> {
  return tx.selectFrom('one_shot_attempts').selectAll().where('orderId', '=', orderId).orderBy('id', 'desc').executeTakeFirst();
}

export async function countAttempts(tx: ReadTx, orderId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('one_shot_attempts')
    .select((is) => is.fn.countAll<string>().as('count'))
    .where('orderId', '=', orderId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Attempts of anybody that were declined with this card since. */
export async function countDeclines(tx: ReadTx, cardFingerprint: string, since: Date): Promise<number> {
  const { count } = await tx
    .selectFrom('one_shot_attempts')
    .select((is) => is.fn.countAll<string>().as('count'))
    .where('cardFingerprint', '=', cardFingerprint)
    .where('decline', 'is not', null)
    .where('updatedAt', '>=', since)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function updateAttempt(tx: WriteTx, id: string, changes: Updateable<Tables['one_shot_attempts']>): Promise<void> {
  await tx.updateTable('one_shot_attempts').set(changes).where('id', '=', id).execute();
}

export async function knowsEvent(tx: ReadTx, provider: string, id: string): Promise<boolean> {
  const row = await tx.selectFrom('payment_events').select('id').where('provider', '=', provider).where('id', '=', id).executeTakeFirst();
  return row !== undefined;
}

export async function insertEvent(tx: WriteTx, event: Insertable<Tables['payment_events']>): Promise<void> {
  await tx
    .insertInto('payment_events')
    .values(event)
    .onConflict((conflict) => conflict.columns(['provider', 'id']).doNothing())
    .execute();
}

/** How the check of an order stands, as far as the payer may know. */
export interface ProgressRow {
  readonly status: CheckStatus;
  readonly checkLocation: CheckLocation;
  readonly appointmentStart: Date | null;
  readonly workerFullName: string;
}

export async function findProgress(tx: ReadTx, companyId: string, checkId: string): Promise<ProgressRow | undefined> {
  return tx
    .selectFrom('checks')
    .select(['status', 'checkLocation', 'appointmentStart', 'workerFullName'])
    .where('companyId', '=', companyId)
    .where('id', '=', checkId)
    .executeTakeFirst() as Promise<ProgressRow | undefined>;
}

/**
 * The company that a paid check belongs to: that of an earlier One Shot Check with exactly these particulars, or a new one. Never a
 * client's: anybody can type a client's number.
 */
export async function companyOf(tx: WriteTx, order: OrderRow, createdAt: Date): Promise<string> {
  const name = order.invoicingCompanyName ?? '';
  const companyNumber = order.invoicingCompanyNumber ?? '';
  const companyAddress = order.invoicingCompanyAddress ?? '';
  const known = await tx
    .selectFrom('companies')
    .select('id')
    .where('oneShot', '=', true)
    .where('companyNumber', '=', companyNumber)
    .where('name', '=', name)
    .where('companyAddress', '=', companyAddress)
    .where('invoicingEmail', '=', order.invoicingEmail)
    .executeTakeFirst();
  if (known) return known.id;
  const id = newId();
  await tx
    .insertInto('companies')
    .values({
      id,
      name,
      companyNumber,
      companyAddress,
      language: order.language,
      // Nobody asked; the column wants one.
      staffCount: 1,
      checkPrice: ONE_SHOT_PRICE_CENTS,
      invoicingFirstName: order.invoicingFirstName ?? '',
      invoicingLastName: order.invoicingLastName ?? '',
      invoicingEmail: order.invoicingEmail,
      invoicingPhoneNumber: order.invoicingPhoneNumber ?? '',
      oneShot: true,
      createdAt,
    })
    .execute();
  return id;
}

const MOST_AT_ONCE = 200;

/** Attempts at this provider of which nothing was heard for a while, the longest first. */
export async function findQuietAttempts(tx: ReadTx, provider: AttemptRow['provider'], before: Date): Promise<readonly AttemptRow[]> {
  return tx
    .selectFrom('one_shot_attempts')
    .selectAll()
    .where('state', 'in', OPEN_ATTEMPT_STATES)
    .where('provider', '=', provider)
    .where('updatedAt', '<', before)
    .orderBy('updatedAt')
    .limit(MOST_AT_ONCE)
    .execute();
}

/** What was captured since, and how much of it went back. */
export async function findCaptured(tx: ReadTx, since: Date): Promise<readonly Pick<AttemptRow, 'id' | 'refundedCents'>[]> {
  return tx
    .selectFrom('one_shot_attempts')
    .select(['id', 'refundedCents'])
    .where('state', '=', 'Succeeded')
    .where('createdAt', '>=', since)
    .execute();
}

/** Orders that cannot be paid any more: too late, or the incapacity is over. */
export async function findLapsed(tx: ReadTx, now: Date, today: CalendarDay): Promise<readonly { readonly id: string }[]> {
  const { rows } = await sql<{ id: string }>`
    select id from one_shot_orders where state = 'AwaitingPayment' and ("payableUntil" < ${now} or "incapacityEndDate" < ${today})
    order by "payableUntil" limit ${MOST_AT_ONCE}`.execute(tx);
  return rows;
}

export async function findUnreminded(tx: ReadTx, createdBefore: Date, now: Date): Promise<readonly { readonly id: string }[]> {
  return tx
    .selectFrom('one_shot_orders')
    .select('id')
    .where('state', '=', 'AwaitingPayment')
    .where('remindedAt', 'is', null)
    .where('createdAt', '<', createdBefore)
    .where('payableUntil', '>', now)
    .limit(MOST_AT_ONCE)
    .execute();
}

/** Takes out what is personal of orders that never became a check; money and states stay. @returns how many */
export async function clearAbandoned(tx: WriteTx, createdBefore: Date, now: Date): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    with cleared as (
      update one_shot_orders o set details = null, "invoicingFirstName" = null, "invoicingLastName" = null, "invoicingEmail" = null,
        "invoicingPhoneNumber" = null, "invoicingCompanyName" = null, "invoicingCompanyNumber" = null, "invoicingCompanyAddress" = null,
        "clearedAt" = ${now}
      from one_shot_orders before
      where before.id = o.id and o."checkId" is null and o."clearedAt" is null and o."createdAt" < ${createdBefore}
        and o.state in ('Expired', 'Refunded')
      returning o.id, before."invoicingEmail" as email, o."createdAt"
    ), cards as (
      update one_shot_attempts set "cardFingerprint" = null where "orderId" in (select id from cleared)
    ), letters as (
      -- What may be about another order of the same person, which still keeps its data, goes with that one.
      delete from mails m using cleared where m.recipient = cleared.email and m.template like 'oneShot%' and m."companyId" is null
        and not exists (select from one_shot_orders other where other."invoicingEmail" = m.recipient and other."clearedAt" is null
          and other."createdAt" <= m."createdAt" and other.id not in (select id from cleared))
      returning m.id
    ), unsent as (
      delete from outbox where id in (select id from letters)
    )
    select id from cleared`.execute(tx);
  return rows.length;
}

export async function forgetEvents(tx: WriteTx, before: Date): Promise<void> {
  await tx.deleteFrom('payment_events').where('receivedAt', '<', before).execute();
}
