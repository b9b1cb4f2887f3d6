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

const MAX_AT_ONCE = 200;

/** Details of an order, stored until it becomes a check. */
export interface OrderDetails extends Pick<OneShotInput, 'worker' | 'incapacity'> {
  readonly located: Located | null;
}

export interface OrderRow extends Omit<Selectable<Tables['one_shot_orders']>, 'details'> {
  readonly details: OrderDetails | null;
}
export type AttemptRow = Selectable<Tables['one_shot_attempts']>;

/** Rows that are locked until the transaction ends. What is written about an order and its payments is decided on locked rows only. */
export type LockedOrder = Locked<'one_shot_orders', OrderRow>;
export type LockedAttempt = Locked<'one_shot_attempts'>;
export type LockedRefund = Locked<'one_shot_refunds'>;

/** Stores a new order. @returns false if there is an order with this key already */
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

/** Locks an order. Every change of an order, its attempts or its refunds locks the order first, so that changes are made one after the other. */
export async function lockOrder(tx: WriteTx, id: string): Promise<LockedOrder | undefined> {
  return asOrder(await lockRow(tx, 'one_shot_orders', { id }));
}

export async function updateOrder(tx: WriteTx, order: LockedOrder, changes: Updateable<Tables['one_shot_orders']>): Promise<LockedOrder> {
  return asOrder(await updateRow(tx, order, changes));
}

/** Gives `details` the type of what `insertOrder` wrote; the generated type of the table says only JSON. */
function asOrder<Row extends Locked<'one_shot_orders'> | undefined>(row: Row): LockedOrder | Extract<Row, undefined> {
  return row as unknown as LockedOrder | Extract<Row, undefined>;
}

/** Locks an attempt to pay this order. */
export async function lockAttempt(tx: WriteTx, order: LockedOrder, id: string): Promise<LockedAttempt | undefined> {
  return lockRow(tx, 'one_shot_attempts', { orderId: order.id, id });
}

/** Locks all attempts to pay this order, oldest first. */
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

/** The id of the order of an attempt, which is locked before the attempt. */
export async function findOrderOfAttempt(tx: ReadTx, attemptId: string): Promise<string | undefined> {
  const row = await tx.selectFrom('one_shot_attempts').select('orderId').where('id', '=', attemptId).executeTakeFirst();
  return row?.orderId;
}

/** Reserves a refund of what is due of a payment and not refunded. Fails with the index `one_shot_refunds_open` while another refund is open. */
export async function insertRefund(
  tx: WriteTx,
  attempt: LockedAttempt,
  { id, createdAt }: { readonly id: string; readonly createdAt: Date },
): Promise<void> {
  const { id: attemptId, refundedCents: fromCents, refundDueCents: toCents, refundReason: reason } = attempt;
  await tx.insertInto('one_shot_refunds').values({ id, attemptId, fromCents, toCents, reason, createdAt }).execute();
}

/** Locks the open refund of this payment. */
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

/** A refund with its payment: the data for the request to the payment provider, and the rows to lock afterwards. Amounts in euro cents, VAT included. */
export interface RefundOrder {
  readonly state: Selectable<Tables['one_shot_refunds']>['state'];
  readonly orderId: string;
  readonly attemptId: string;
  readonly providerId: string | null;
  readonly fromCents: number;
  readonly toCents: number;
  /** How often the payment provider has refused it. */
  readonly refusals: number;
}

export async function findRefund(tx: ReadTx, id: string): Promise<RefundOrder | undefined> {
  return tx
    .selectFrom('one_shot_refunds as r')
    .innerJoin('one_shot_attempts as a', 'a.id', 'r.attemptId')
    .select(['r.state', 'a.orderId', 'r.attemptId', 'a.providerId', 'r.fromCents', 'r.toCents', 'r.refusals'])
    .where('r.id', '=', id)
    .executeTakeFirst();
}

/** The open refund of the payment of a check. */
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

/** Open refunds that the outbox does not try any more: their effect was given up before an instant, or is missing. */
export async function findStrandedRefunds(tx: ReadTx, givenUpBefore: Date): Promise<readonly string[]> {
  const { rows } = await sql<{ id: string }>`
    select r.id from one_shot_refunds r left join outbox o on o.id = r.id
    where r.state = 'Open' and (o.id is null or o."deadAt" < ${givenUpBefore}) order by r.id limit ${MAX_AT_ONCE}`.execute(tx);
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

/** The number of attempts, on any order, that were declined with this card since an instant. */
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

/** Whether this event of the payment provider was handled already. */
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

/** Locks the check of an order, so that its state does not change until the transaction ends. */
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
 * The id of the company that a paid check belongs to: that of an earlier One Shot Check with the same VAT number, name, address and e-mail, or a new one.
 * Orders of one payer that are paid at the same time get the same company. It is never a client's company, because anybody can type a client's VAT number.
 */
export async function companyOf(tx: WriteTx, order: LockedOrder, createdAt: Date): Promise<string> {
  const name = order.invoicingCompanyName ?? '';
  const companyNumber = order.invoicingCompanyNumber ?? '';
  const companyAddress = order.invoicingCompanyAddress ?? '';
  const { rows } = await sql<{ key: string }>`
    select app.payer_key(${companyNumber}, ${name}, ${companyAddress}, ${order.invoicingEmail}) as key`.execute(tx);
  const payerKey = rows[0]?.key ?? '';
  // This insertion waits for a concurrent transaction that inserts the same company.
  const made = await tx
    .insertInto('companies')
    .values({
      id: newId(),
      payerKey,
      name,
      companyNumber,
      companyAddress,
      language: order.language,
      // Unknown, but the column requires a number.
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

/** Open attempts at this payment provider without news since an instant, those without news for longest first. */
export async function findQuietAttempts(tx: ReadTx, provider: AttemptRow['provider'], before: Date): Promise<readonly AttemptRow[]> {
  return tx
    .selectFrom('one_shot_attempts')
    .selectAll()
    .where('state', 'in', OPEN_ATTEMPT_STATES)
    .where('provider', '=', provider)
    .where('updatedAt', '<', before)
    .orderBy('updatedAt')
    .limit(MAX_AT_ONCE)
    .execute();
}

/** Attempts since an instant whose payment was captured, with the amount refunded. */
export async function findCaptured(tx: ReadTx, since: Date): Promise<readonly Pick<AttemptRow, 'id' | 'refundedCents'>[]> {
  return tx
    .selectFrom('one_shot_attempts')
    .select(['id', 'refundedCents'])
    .where('state', '=', 'Succeeded')
    .where('createdAt', '>=', since)
    .execute();
}

/** Orders that still await payment and cannot be paid any more: their time to pay, or the incapacity, is over. */
export async function findLapsed(tx: ReadTx, now: Date, today: CalendarDay): Promise<readonly { readonly id: string }[]> {
  const { rows } = await sql<{ id: string }>`
    select id from one_shot_orders where state = 'AwaitingPayment' and ("payableUntil" < ${now} or "incapacityEndDate" < ${today})
    order by "payableUntil" limit ${MAX_AT_ONCE}`.execute(tx);
  return rows;
}

/** Orders placed before an instant that can still be paid and got no reminder. */
export async function findUnreminded(tx: ReadTx, createdBefore: Date, now: Date): Promise<readonly { readonly id: string }[]> {
  return tx
    .selectFrom('one_shot_orders')
    .select('id')
    .where('state', '=', 'AwaitingPayment')
    .where('remindedAt', 'is', null)
    .where('createdAt', '<', createdBefore)
    .where('payableUntil', '>', now)
    .limit(MAX_AT_ONCE)
    .execute();
}

/** Erases the personal data of orders that never became a check, and the mails about them; amounts and states stay. @returns how many orders */
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
      -- A mail that may be about another order of the same person is deleted with that order, while its data are still kept.
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

/** Deletes events of the payment provider that were received before an instant. */
export async function forgetEvents(tx: WriteTx, before: Date): Promise<void> {
  await tx.deleteFrom('payment_events').where('receivedAt', '<', before).execute();
}
