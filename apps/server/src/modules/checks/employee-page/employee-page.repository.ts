import type { CorrectionReason } from '@checkwell/domain/check/result/correction';
import type { CalendarDay } from '@checkwell/domain/clock';
import { EMPLOYEE_LINK_STEPS } from '@checkwell/domain/employee-page/contract';
import { type Insertable, type Selectable, sql } from 'kysely';
import type { ReadTx, Tables, WriteTx } from '../../../platform/db/database.ts';

export type EmployeeLinkRow = Pick<Selectable<Tables['employee_links']>, 'companyId' | 'id' | 'checkId' | 'contactHash'>;
export type Confirmation = Insertable<Tables['employee_confirmations']>;

const LINK = ['companyId', 'id', 'checkId', 'contactHash'] as const;

export async function findLink(tx: ReadTx, tokenHash: Buffer): Promise<EmployeeLinkRow | undefined> {
  return tx.selectFrom('employee_links').select(LINK).where('tokenHash', '=', tokenHash).executeTakeFirst();
}

export async function findLinkOf(
  tx: ReadTx,
  companyId: string,
  checkId: string,
  contactHash: Buffer,
): Promise<EmployeeLinkRow | undefined> {
  return tx
    .selectFrom('employee_links')
    .select(LINK)
    .where('companyId', '=', companyId)
    .where('checkId', '=', checkId)
    .where('contactHash', '=', contactHash)
    .executeTakeFirst();
}

export async function insertLink(tx: WriteTx, row: Insertable<Tables['employee_links']>): Promise<void> {
  await tx.insertInto('employee_links').values(row).execute();
}

/** When the employee confirmed this appointment; undefined: they have not. */
export async function findConfirmation(
  tx: ReadTx,
  { companyId, checkId, appointmentStart, doctorId }: Omit<Confirmation, 'confirmedAt'>,
): Promise<Date | undefined> {
  const row = await tx
    .selectFrom('employee_confirmations')
    .select('confirmedAt')
    .where('companyId', '=', companyId)
    .where('checkId', '=', checkId)
    .where('appointmentStart', '=', new Date(appointmentStart))
    .where('doctorId', '=', doctorId)
    .executeTakeFirst();
  return row?.confirmedAt;
}

export async function insertConfirmation(tx: WriteTx, row: Confirmation): Promise<void> {
  // An appointment that was moved back to a time confirmed earlier counts as confirmed.
  await tx
    .insertInto('employee_confirmations')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export interface LastCorrection {
  readonly at: Date;
  readonly reason: CorrectionReason;
}

/** When and why the result was last corrected; undefined: never. */
export async function findLastCorrection(
  tx: ReadTx,
  { companyId, id }: { readonly companyId: string; readonly id: string },
): Promise<LastCorrection | undefined> {
  const { rows } = await sql<LastCorrection>`
    select at, details->>'correctionReason' as reason from check_events
    where "companyId" = ${companyId} and "checkId" = ${id} and action = 'correctResult' order by version desc limit 1`.execute(tx);
  return rows[0];
}

/** When the last event happened that starts the lifetime of a link again; null: there was none. */
export async function findLastLinkStep(
  tx: ReadTx,
  { companyId, id }: { readonly companyId: string; readonly id: string },
): Promise<Date | null> {
  const row = await tx
    .selectFrom('check_events')
    .select((events) => events.fn.max('at').as('at'))
    .where('companyId', '=', companyId)
    .where('checkId', '=', id)
    .where('action', 'in', EMPLOYEE_LINK_STEPS)
    .executeTakeFirst();
  return row?.at ?? null;
}

/** When the employee said on the page that they do not agree with the findings; undefined: they have not said it there. */
export async function findDisagreement(
  tx: ReadTx,
  { companyId, id }: { readonly companyId: string; readonly id: string },
): Promise<Date | undefined> {
  const row = await tx
    .selectFrom('check_events')
    .select('at')
    .where('companyId', '=', companyId)
    .where('checkId', '=', id)
    .where('action', '=', 'employeeDisagree')
    .executeTakeFirst();
  return row?.at;
}

/** The roles that opened the file of a check, one entry per role and Belgian day, the latest first. */
export async function findReaders(tx: ReadTx, companyId: string, checkId: string): Promise<readonly { day: CalendarDay; role: string }[]> {
  const { rows } = await sql<{ day: CalendarDay; role: string }>`
    select distinct to_char(at at time zone 'Europe/Brussels', 'YYYY-MM-DD') as day, "actorRole" as role
    from access_log where "subjectType" = 'checks' and "subjectId" = ${checkId} and "companyId" = ${companyId}
    order by 1 desc, 2 limit 100`.execute(tx);
  return rows;
}

/** Whether the employee has moved an appointment of this check. */
export async function hasMoved(tx: ReadTx, { companyId, id }: { readonly companyId: string; readonly id: string }): Promise<boolean> {
  const row = await tx
    .selectFrom('employee_moves')
    .select('movedAt')
    .where('companyId', '=', companyId)
    .where('checkId', '=', id)
    .executeTakeFirst();
  return row !== undefined;
}

export async function insertMove(tx: WriteTx, row: Insertable<Tables['employee_moves']>): Promise<void> {
  await tx.insertInto('employee_moves').values(row).execute();
}
