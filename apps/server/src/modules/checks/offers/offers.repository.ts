import type { CalendarDay } from '@checkwell/domain/clock';
import type { SmsFailure } from '@checkwell/domain/messages/sms';
import type { SearchState } from '@checkwell/domain/offers/states';
import type { AnswerHistory } from '@checkwell/domain/offers/waves';
import { type Insertable, type Selectable, sql } from 'kysely';
import type { ReadTx, Tables, WriteTx } from '../../../platform/db/database.ts';
import { keysOf, type RecordKey } from '../../../platform/db/fragments.ts';
import { type Locked, lockRow, lockRows } from '../../../platform/db/locked.ts';

export type OfferRow = Selectable<Tables['offers']>;
export type SearchRow = Selectable<Tables['doctor_searches']>;

export async function findByToken(tx: ReadTx, tokenHash: Buffer): Promise<OfferRow | undefined> {
  return tx.selectFrom('offers').selectAll().where('tokenHash', '=', tokenHash).executeTakeFirst();
}

export async function findOffer(tx: ReadTx, companyId: string, id: string): Promise<OfferRow | undefined> {
  return tx.selectFrom('offers').selectAll().where('companyId', '=', companyId).where('id', '=', id).executeTakeFirst();
}

/** How many offers a list shows. */
export const MAX_OFFERS = 100;

/** An offer with the outcome of its text message; null: it has not failed, or there is none. */
export interface AskedOffer extends OfferRow {
  readonly textFailure: SmsFailure | null;
}

/** Offers about a check, the latest first. */
export async function findOfCheck(tx: ReadTx, companyId: string, checkId: string): Promise<readonly AskedOffer[]> {
  return tx
    .selectFrom('offers as o')
    .leftJoin('offer_texts as t', (join) => join.onRef('t.companyId', '=', 'o.companyId').onRef('t.offerId', '=', 'o.id'))
    .leftJoin('text_messages as m', 'm.id', 't.textMessageId')
    .selectAll('o')
    .select('m.failure as textFailure')
    .where('o.companyId', '=', companyId)
    .where('o.checkId', '=', checkId)
    .orderBy('o.sentAt', 'desc')
    .orderBy('o.id')
    .limit(MAX_OFFERS)
    .execute();
}

/** The offer that a text message is about. */
export async function findOfText(tx: ReadTx, textMessageId: string): Promise<OfferRow | undefined> {
  return tx
    .selectFrom('offers as o')
    .innerJoin('offer_texts as t', (join) => join.onRef('t.companyId', '=', 'o.companyId').onRef('t.offerId', '=', 'o.id'))
    .selectAll('o')
    .where('t.textMessageId', '=', textMessageId)
    .executeTakeFirst();
}

export async function insertText(tx: WriteTx, row: Insertable<Tables['offer_texts']>): Promise<void> {
  await tx.insertInto('offer_texts').values(row).execute();
}

/** The doctor's telephone number, as planners typed it. */
export async function findDoctorPhone(tx: ReadTx, id: string): Promise<string> {
  const row = await tx.selectFrom('doctors').select('phoneNumber').where('id', '=', id).executeTakeFirst();
  return row?.phoneNumber ?? '';
}

/** The doctor's name, as messages and pages show it. */
export async function findDoctorName(tx: ReadTx, id: string): Promise<string> {
  const row = await tx.selectFrom('doctors').select('doctorFullName').where('id', '=', id).executeTakeFirst();
  return row?.doctorFullName ?? '';
}

export async function findCheckState(
  tx: ReadTx,
  companyId: string,
  id: string,
): Promise<Pick<Selectable<Tables['checks']>, 'version' | 'status'> | undefined> {
  return tx.selectFrom('checks').select(['version', 'status']).where('companyId', '=', companyId).where('id', '=', id).executeTakeFirst();
}

export async function findSearch(tx: ReadTx, companyId: string, id: string): Promise<SearchRow | undefined> {
  return tx.selectFrom('doctor_searches').selectAll().where('companyId', '=', companyId).where('id', '=', id).executeTakeFirst();
}

/** The search of a check that was started last. */
export async function findLastSearch(tx: ReadTx, companyId: string, checkId: string): Promise<SearchRow | undefined> {
  return tx
    .selectFrom('doctor_searches')
    .selectAll()
    .where('companyId', '=', companyId)
    .where('checkId', '=', checkId)
    .orderBy('startedAt', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** The state of the search that was started last, by check. */
export async function findSearchStates(tx: ReadTx, checks: readonly RecordKey[]): Promise<ReadonlyMap<string, SearchState>> {
  const { rows } = await sql<{ checkId: string; state: SearchState }>`
    select distinct on ("companyId", "checkId") "checkId", state from doctor_searches
    where ("companyId", "checkId") in (${keysOf(checks)})
    order by "companyId", "checkId", "startedAt" desc`.execute(tx);
  return new Map(rows.map(({ checkId, state }) => [checkId, state]));
}

/** The caller holds the lock on the check. */
export const lockOffer = (tx: WriteTx, companyId: string, id: string): Promise<Locked<'offers'> | undefined> =>
  lockRow(tx, 'offers', { companyId, id });

/** Offers of a doctor that can still be answered and whose appointment lies in that time, in the order in which their checks are locked. */
export async function findOpenIn(
  tx: ReadTx,
  doctorId: string,
  { from, to }: { readonly from: Date; readonly to: Date },
  now: Date,
): Promise<readonly { readonly companyId: string; readonly checkId: string; readonly id: string }[]> {
  return tx
    .selectFrom('offers')
    .select(['companyId', 'checkId', 'id'])
    .where('doctorId', '=', doctorId)
    .where('state', '=', 'Open')
    .where('answerableUntil', '>', now)
    .where('appointmentStart', '<', to)
    .where('appointmentEnd', '>', from)
    .orderBy('checkId')
    .orderBy('id')
    .execute();
}

/** The caller holds the lock on the check. */
export const lockOffersOfCheck = (tx: WriteTx, companyId: string, checkId: string): Promise<readonly Locked<'offers'>[]> =>
  lockRows(tx, 'offers', { companyId, checkId });

/** The caller holds the lock on the check. */
export const lockSearch = (tx: WriteTx, companyId: string, id: string): Promise<Locked<'doctor_searches'> | undefined> =>
  lockRow(tx, 'doctor_searches', { companyId, id });

export async function insertOffers(tx: WriteTx, rows: readonly Insertable<Tables['offers']>[]): Promise<void> {
  if (rows.length > 0)
    await tx
      .insertInto('offers')
      .values([...rows])
      .execute();
}

export async function insertSearch(tx: WriteTx, row: Insertable<Tables['doctor_searches']>): Promise<void> {
  await tx.insertInto('doctor_searches').values(row).execute();
}

/** @returns the offers that were open: the check left planning, or its order changed. The caller holds the lock on the check. */
export async function endOffers(
  tx: WriteTx,
  { companyId, checkId, found, at }: { readonly companyId: string; readonly checkId: string; readonly found: boolean; readonly at: Date },
): Promise<readonly { readonly id: string; readonly doctorId: string }[]> {
  const { rows } = await sql<{ id: string; doctorId: string }>`
    select id, "doctorId" from app.end_offers(${companyId}, ${checkId}, ${found}, ${at})`.execute(tx);
  return rows;
}

/** Whether a step of the check ended this search, such as a changed order, and no planner stopped it: the history has a step of that moment. */
export async function isEndedByStep(tx: ReadTx, { companyId, checkId, state, endedAt }: SearchRow): Promise<boolean> {
  if (state !== 'Stopped' || endedAt === null) return false;
  const step = await tx
    .selectFrom('check_events')
    .select('id')
    .where('companyId', '=', companyId)
    .where('checkId', '=', checkId)
    .where('at', '=', endedAt)
    .limit(1)
    .executeTakeFirst();
  return step !== undefined;
}

/** Offers since a day that each doctor answered, or that ran out by `now`, by doctor. */
export async function answerHistories(
  tx: ReadTx,
  doctorIds: readonly string[],
  { since, now }: { readonly since: CalendarDay; readonly now: Date },
): Promise<ReadonlyMap<string, AnswerHistory>> {
  const { rows } = await sql<{ doctorId: string } & AnswerHistory>`
    select "doctorId", count(*)::int as asked, count(*) filter (where state = 'Accepted')::int as accepted from offers
    where "doctorId" = any (${[...doctorIds]}::uuid[]) and "sentAt" >= ${since}::date
      and (state in ('Accepted', 'Declined', 'Proposed') or (state = 'Open' and "answerableUntil" <= ${now}))
    group by "doctorId"`.execute(tx);
  return new Map(rows.map(({ doctorId, ...history }) => [doctorId, history]));
}

/** What a doctor was asked already and can still accept, the next to run out first. */
export async function findOpenOfDoctor(tx: ReadTx, doctorId: string, now: Date): Promise<readonly OfferRow[]> {
  return tx
    .selectFrom('offers')
    .selectAll()
    .where('doctorId', '=', doctorId)
    .where('state', '=', 'Open')
    .where('sentAt', '<=', now)
    .where('answerableUntil', '>', now)
    .orderBy('answerableUntil')
    .limit(MAX_OFFERS)
    .execute();
}
