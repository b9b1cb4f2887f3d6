import { type DecidedState, decisionNews, type EmployeeNews, type ExpectedState } from '@checkwell/domain/check/employee-news';
import { CHECK_ACTIONS } from '@checkwell/domain/check/lifecycle';
import type { EmployeeMessageFacts, EmployeeMessageRecord } from '@checkwell/domain/check/times/told';
import { type Insertable, type Selectable, sql } from 'kysely';
import type { ReadTx, Tables, WriteTx } from '../../../platform/db/database.ts';
import { keysOf, type RecordKey } from '../../../platform/db/fragments.ts';
import type { Locked } from '../../../platform/db/locked.ts';

const DECISION_STEPS = CHECK_ACTIONS.filter((action) => decisionNews(action) !== null);

type Row = Selectable<Tables['employee_messages']>;

/** One attempt to tell an employee of an appointment. */
export interface EmployeeMessage
  extends EmployeeMessageFacts,
    Pick<EmployeeMessageRecord, 'isNotKnown'>,
    Pick<Row, 'companyId' | 'id' | 'checkId' | 'phoneNumber' | 'email' | 'textMessageId' | 'mailId'> {
  readonly news: EmployeeNews;
  /** Who called; null when nobody did, and for those who may not see the profile. */
  readonly actorName: string | null;
}

export interface ToldTopic extends ExpectedState, DecidedState {
  readonly id: string;
}

export async function insertEmployeeMessage(tx: WriteTx, row: Insertable<Tables['employee_messages']>): Promise<void> {
  await tx.insertInto('employee_messages').values(row).execute();
}

/** What employees were told, of each check in order, as far as the actor sees it. */
export async function findEmployeeMessages(tx: ReadTx, checks: readonly RecordKey[]): Promise<readonly EmployeeMessage[]> {
  const { rows } = await sql<EmployeeMessage>`
    select m.*, trim(p."firstName" || ' ' || p."lastName") as "actorName"
    from employee_messages m left join profiles p on p.id = m."profileId"
    where (m."companyId", m."checkId") in (${keysOf(checks)})
    order by m."createdAt", m.id`.execute(tx);
  return rows;
}

/** What employees are told of: appointments that stand, or stood when the checks ended, and decisions. As far as the actor sees the checks. */
export async function findTopics(tx: ReadTx, checks: readonly RecordKey[]): Promise<readonly ToldTopic[]> {
  const { rows } = await sql<ToldTopic>`
    select id, status, "checkLocation", "doctorId", "appointmentStart", "arbitrationRuling", "noShowExcuse", "erasedAt" from checks where ("companyId", id) in (${keysOf(checks)})`.execute(
    tx,
  );
  return rows;
}

/** @param check locked by the caller @param messageIds of text messages and mails */
export async function markFailed(tx: WriteTx, check: Locked<'checks'>, messageIds: readonly string[], at: Date): Promise<void> {
  if (messageIds.length === 0) return;
  await tx
    .updateTable('employee_messages')
    .set({ failedAt: at })
    .where('companyId', '=', check.companyId)
    .where((row) => row.or([row('textMessageId', 'in', messageIds), row('mailId', 'in', messageIds)]))
    .execute();
}

/** The check that a text message or mail is about; undefined: it is about none. */
export async function findEmployeeMessageOf(tx: ReadTx, messageId: string): Promise<Pick<Row, 'companyId' | 'id' | 'checkId'> | undefined> {
  return tx
    .selectFrom('employee_messages')
    .select(['companyId', 'id', 'checkId'])
    .where((row) => row.or([row('textMessageId', '=', messageId), row('mailId', '=', messageId)]))
    .executeTakeFirst();
}

/** The version of the check by which the last decision came that its employee is told of; undefined: there is none. */
export async function findDecisionVersion(tx: ReadTx, { companyId, id }: RecordKey): Promise<number | undefined> {
  const row = await tx
    .selectFrom('check_events')
    .select('version')
    .where('companyId', '=', companyId)
    .where('checkId', '=', id)
    .where('action', 'in', DECISION_STEPS)
    .orderBy('version', 'desc')
    .executeTakeFirst();
  return row?.version;
}

/** Address of a doctor's practice. */
export async function findPracticeAddress(tx: ReadTx, doctorId: string): Promise<string> {
  const row = await tx.selectFrom('doctors').select('practiceAddress').where('id', '=', doctorId).executeTakeFirst();
  return row?.practiceAddress ?? '';
}
