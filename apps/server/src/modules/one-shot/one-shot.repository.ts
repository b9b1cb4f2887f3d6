import type { CheckLocation, CheckOccurence, CheckStatus } from '@checkwell/domain/check/enums';
import type { CalendarDay } from '@checkwell/domain/clock';
import { ONE_SHOT_PRICE_CENTS } from '@checkwell/domain/constants';
import type { OneShotInput } from '@checkwell/domain/one-shot/rules';
import { OPEN_ATTEMPT_STATES } from '@checkwell/domain/one-shot/states';
import type { Insertable, Selectable, Updateable } from 'kysely';
import { sql } from 'kysely';
import type { ReadTx, Tables, WriteTx } from '../../platform/db/database.ts';
import { type Locked, lockRow, lockRows, updateRow } from '../../platform/db/locked.ts';
import type { Located } from '../../platform/geo/geocoder.ts';
import { newId } from '../../platform/ids.ts';

const MOST_AT_ONCE = 200;

/** What is kept of an order until there is a check of it. */
export interface OrderDetails extends Pick<OneShotInput, 'worker' | 'incapacity'> {
  readonly located: Located | null;
}

export interface OrderRow extends Omit<Selectable<Tables['one_shot_orders']>, 'details'> {
  readonly details: OrderDetails | null;
}
export type AttemptRow = Selectable<Tables['one_shot_attempts']>;

/** Held until the transaction ends: what is written about an order and its payments is decided by these alone. */
export type LockedOrder = Locked<'one_shot_orders', OrderRow>;
export type LockedAttempt = Locked<'one_shot_attempts'>;
export type LockedRefund = Locked<'one_shot_refunds'>;

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

export async function findOrder(tx: ReadTx, id: string): Promise<OrderRow | undefined> {
  return (await tx.selectFrom('one_shot_orders').selectAll().where('id', '=', id).executeTakeFirst()) as OrderRow | undefined;
}

/** Changes to an order, its attempts or its refunds lock it first, so they come one after the other. */
export async function lockOrder(tx: WriteTx, id: string): Promise<LockedOrder | undefined> {
  return asOrder(await lockRow(tx, 'one_shot_orders', { id }));
}

export async function updateOrder(tx: WriteTx, order: LockedOrder, changes: Updateable<Tables['one_shot_orders']>): Promise<LockedOrder> {
  return asOrder(await updateRow(tx, order, changes));
}

/** `details` are what `insertOrder` wrote; the tables' type knows JSON alone. */
function asOrder<Row extends Locked<'one_shot_orders'> | undefined>(row: Row): LockedOrder | Extract<Row, undefined> {
  return row as unknown as LockedOrder | Extract<Row, undefined>;
}

/** An attempt to pay this order. */
export async function lockAttempt(tx: WriteTx, order: LockedOrder, id: string): Promise<LockedAttempt | undefined> {
  return lockRow(tx, 'one_shot_attempts', { orderId: order.id, id });
}

/** All attempts to pay this order, oldest first. */
export async function lockAttempts(tx: WriteTx, order: LockedOrder): Promise<readonly LockedAttempt[]> {
  return lockRows(tx, 'one_shot_attempts', { orderId: order.id });
}

export async function updateAttempt(
  tx: WriteTx,
  attempt: LockedAttempt,
  changes: Updateable<Tables['one_shot_attempts']>,
): Promise<LockedAttempt> {
  return updateRow(tx, attempt, changes);
}

/** Which order an attempt is of, so that it can be locked. */
export async function findOrderOfAttempt(tx: ReadTx, attemptId: string): Promise<string | undefined> {
  const row = await tx.selectFrom('one_shot_attempts').select('orderId').where('id', '=', attemptId).executeTakeFirst();
  return row?.orderId;
}

/** Reserves money that goes back of a payment; fails with `one_shot_refunds_open` while there is another one. */
export async function insertRefund(
  tx: WriteTx,
  attempt: LockedAttempt,
  { id, createdAt }: { readonly id: string; readonly createdAt: Date },
): Promise<void> {
  const { id: attemptId, refundedCents: fromCents, refundDueCents: toCents, refundReason: reason } = attempt;
  await tx.insertInto('one_shot_refunds').values({ id, attemptId, fromCents, toCents, reason, createdAt }).execute();
}

/** The refund of this payment that is under way. */
export async function lockOpenRefund(tx: WriteTx, attempt: LockedAttempt): Promise<LockedRefund | undefined> {
  return lockRow(tx, 'one_shot_refunds', { attemptId: attempt.id, state: 'Open' });
}

export async function lockRefund(tx: WriteTx, id: string): Promise<LockedRefund | undefined> {
  return lockRow(tx, 'one_shot_refunds', { id });
}

export async function updateRefund(
  tx: WriteTx,
  refund: LockedRefund,
  changes: Updateable<Tables['one_shot_refunds']>,
): Promise<LockedRefund> {
  return updateRow(tx, refund, changes);
}

/** A refund, and whose payment it is of: what is asked of the provider, and which rows to lock afterwards. */
export interface RefundOrder {
  readonly state: Selectable<Tables['one_shot_refunds']>['state'];
  readonly orderId: string;
  readonly attemptId: string;
  readonly providerId: string | null;
  readonly fromCents: number;
  readonly toCents: number;
}

export async function findRefund(tx: ReadTx, id: string): Promise<RefundOrder | undefined> {
  return tx
    .selectFrom('one_shot_refunds as r')
    .innerJoin('one_shot_attempts as a', 'a.id', 'r.attemptId')
    .select(['r.state', 'a.orderId', 'r.attemptId', 'a.providerId', 'r.fromCents', 'r.toCents'])
    .where('r.id', '=', id)
    .executeTakeFirst();
}

/** The refund under way of the payment that a check was paid with. */
export async function findOpenRefund(
  tx: ReadTx,
  companyId: string,
  checkId: string,
): Promise<Pick<Selectable<Tables['one_shot_refunds']>, 'id' | 'problem'> | undefined> {
  return tx
    .selectFrom('one_shot_refunds as r')
    .innerJoin('one_shot_orders as o', 'o.paidAttemptId', 'r.attemptId')
    .select(['r.id', 'r.problem'])
    .where('o.companyId', '=', companyId)
    .where('o.checkId', '=', checkId)
    .where('r.state', '=', 'Open')
    .executeTakeFirst();
}

/** Refunds under way for which nobody does anything any more: their effect was given up before, or is not there. */
export async function findStrandedRefunds(tx: ReadTx, givenUpBefore: Date): Promise<readonly string[]> {
  const { rows } = await sql<{ id: string }>`
    select r.id from one_shot_refunds r left join outbox o on o.id = r.id
    where r.state = 'Open' and (o.id is null or o."deadAt" < ${givenUpBefore}) order by r.id limit ${MOST_AT_ONCE}`.execute(tx);
  return rows.map(({ id }) => id);
}

export async function insertAttempt(
  tx: WriteTx,
  order: LockedOrder,
  attempt: Omit<Insertable<Tables['one_shot_attempts']>, 'orderId'>,
): Promise<void> {
  await tx
    .insertInto('one_shot_attempts')
    .values({ ...attempt, orderId: order.id })
    .execute();
}

export async function findAttempt(tx: ReadTx, id: string): Promise<AttemptRow | undefined> {
  return tx.selectFrom('one_shot_attempts').selectAll().where('id', '=', id).executeTakeFirst();
}

export async function findLatestAttempt(tx: ReadTx, orderId: string): Promise<AttemptRow | undefined> {
  return tx.selectFrom('one_shot_attempts').selectAll().where('orderId', '=', orderId).orderBy('id', 'desc').executeTakeFirst();
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

/** The state of the check of an order, as far as the payer may know. */
export interface ProgressRow {
  readonly status: CheckStatus;
  readonly checkOccurence: CheckOccurence | null;
  readonly checkLocation: CheckLocation;
  readonly appointmentStart: Date | null;
  readonly resultHeldAt: Date | null;
  readonly workerFullName: string;
}

/** The state of the check of an order, and stays for as long as the transaction lasts. */
export async function holdProgress(tx: WriteTx, companyId: string, checkId: string): Promise<Pick<ProgressRow, 'status'> | undefined> {
  return lockRow(tx, 'checks', { companyId, id: checkId }, 'share');
}

export async function findProgress(tx: ReadTx, companyId: string, checkId: string): Promise<ProgressRow | undefined> {
  return tx
    .selectFrom('checks')
    .select(['status', 'checkOccurence', 'checkLocation', 'appointmentStart', 'resultHeldAt', 'workerFullName'])
    .where('companyId', '=', companyId)
    .where('id', '=', checkId)
    .executeTakeFirst() as Promise<ProgressRow | undefined>;
}

/**
 * The company that a paid check belongs to: that of an earlier One Shot Check with these particulars, or a new one; one per payer, however
 * many of its orders are paid at once. Never a client's: anybody can type a client's number.
 */
export async function companyOf(tx: WriteTx, order: LockedOrder, createdAt: Date): Promise<string> {
  const name = order.invoicingCompanyName ?? '';
  const companyNumber = order.invoicingCompanyNumber ?? '';
  const companyAddress = order.invoicingCompanyAddress ?? '';
  const { rows } = await sql<{ key: string }>`
    select app.payer_key(${companyNumber}, ${name}, ${companyAddress}, ${order.invoicingEmail}) as key`.execute(tx);
  const payerKey = rows[0]?.key ?? '';
  // Waits for a concurrent transaction that makes the same company.
  const made = await tx
    .insertInto('companies')
    .values({
      id: newId(),
      payerKey,
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
    .onConflict((conflict) => conflict.column('payerKey').doNothing())
    .returning('id')
    .executeTakeFirst();
  const company = made ?? (await lockRow(tx, 'companies', { payerKey }, 'share'));
  if (!company) throw new Error('The company of a payer is not there.');
  return company.id;
}

/** Attempts at this provider without news for a while, the longest first. */
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
