import type { EmployeeNews } from '@checkwell/domain/check/employee-news';
import type { SmsState } from '@checkwell/domain/messages/sms';
import { type Insertable, sql } from 'kysely';
import type { ReadTx, Tables, WriteTx } from '../../../platform/db/database.ts';

/** What an employee was told last about a check. */
export interface EmployeeNotice {
  readonly news: EmployeeNews;
  /** Of the text message; null: none could be sent. */
  readonly state: SmsState | null;
  /** When it came to that state; null: there is none. */
  readonly at: Date | null;
}

export interface CheckKey {
  readonly companyId: string;
  readonly id: string;
}

export async function insertEmployeeMessage(tx: WriteTx, row: Insertable<Tables['employee_messages']>): Promise<void> {
  await tx.insertInto('employee_messages').values(row).execute();
}

/** What each employee was told last, by check; those who were told nothing are left out. */
export async function findEmployeeNotices(tx: ReadTx, checks: readonly CheckKey[]): Promise<ReadonlyMap<string, EmployeeNotice>> {
  const { rows } = await sql<EmployeeNotice & { checkId: string }>`
    select distinct on (m."companyId", m."checkId") m."checkId", m.news, t.state,
      (select max(e.at) from text_message_events e where e."messageId" = t.id and e.state = t.state) as at
    from employee_messages m left join text_messages t on t.id = m."textMessageId"
    where (m."companyId", m."checkId") in (
      select * from unnest(${checks.map(({ companyId }) => companyId)}::uuid[], ${checks.map(({ id }) => id)}::uuid[]))
    order by m."companyId", m."checkId", m."createdAt" desc, m.id desc`.execute(tx);
  return new Map(rows.map(({ checkId, ...notice }) => [checkId, notice]));
}

/** Where a doctor sees employees. */
export async function findPracticeAddress(tx: ReadTx, doctorId: string): Promise<string> {
  const row = await tx.selectFrom('doctors').select('practiceAddress').where('id', '=', doctorId).executeTakeFirst();
  return row?.practiceAddress ?? '';
}
