import type { CalendarDay } from '@checkwell/domain/clock';
import type { EmployeeErasure } from '@checkwell/domain/person/erasure';
import type { Reach } from '@checkwell/domain/policy';
import { sql } from 'kysely';
import type { ReadTx, WriteTx } from '../../platform/db/database.ts';
import type { RecordKey } from '../../platform/db/fragments.ts';
import { reachCondition } from '../../platform/db/reach.ts';

const REACH = { companyId: 'c.companyId', superiorId: 'c.superiorId', orderedByProfileId: 'c.orderedByProfileId', doctorId: 'c.doctorId' };

/** The key of a check; undefined if it is not within the reach. */
export async function findCheckKey(tx: ReadTx, reach: Reach, id: string): Promise<RecordKey | undefined> {
  const { rows } =
    await sql<RecordKey>`select c."companyId", c.id from checks c where c.id = ${id} and ${reachCondition(reach, REACH)}`.execute(tx);
  return rows[0];
}

/** Checks that were archived before an instant and are neither erased nor under a legal hold, the oldest first; at most `max`. */
export async function findExpiredChecks(tx: ReadTx, before: Date, max: number): Promise<readonly RecordKey[]> {
  return tx
    .selectFrom('checks')
    .select(['companyId', 'id'])
    .where('status', '=', 'Archived')
    .where('erasedAt', 'is', null)
    .where('legalHoldAt', 'is', null)
    .where('archivedAt', '<', before)
    .orderBy('archivedAt')
    .limit(max)
    .execute();
}

const counted = async (tx: WriteTx, call: ReturnType<typeof sql<number>>): Promise<number> => {
  const { rows } = await sql<{ count: number }>`select ${call} as count`.execute(tx);
  return rows[0]?.count ?? 0;
};

/**
 * Locks the checks and erases their personal data (`app.erase_checks`, migration 0148). If one of them is open, erased or under a legal hold by now, none is
 * erased: the serialization failure makes the transaction start again.
 * @returns how many were erased
 */
export const eraseChecks = (tx: WriteTx, checks: readonly RecordKey[], at: Date): Promise<number> =>
  counted(
    tx,
    sql<number>`app.erase_checks(${checks.map(({ companyId }) => companyId)}::uuid[], ${checks.map(({ id }) => id)}::uuid[], ${at})`,
  );

/** Deletes the files of at most `max` certificates whose incapacity ended before that day (migration 0142). @returns how many certificates lost their file */
export const eraseCertificateFiles = (tx: WriteTx, before: CalendarDay, max: number, at: Date): Promise<number> =>
  counted(tx, sql<number>`app.erase_certificate_files(${before}::date, ${max}, ${at})`);

/**
 * Deletes at most `max` documents that no record names (migration 0144): those uploaded before an instant, and former files of certificates that no check keeps
 * any more. @returns how many
 */
export const eraseUnattachedDocuments = (tx: WriteTx, before: Date, max: number): Promise<number> =>
  counted(tx, sql<number>`app.erase_unattached_documents(null, ${before}, ${max})`);

/** Deletes the former files of certificates of the company that no check keeps any more. */
export async function eraseFormerFiles(tx: WriteTx, companyId: string): Promise<void> {
  await sql`select app.erase_unattached_documents(${companyId}, '-infinity', null)`.execute(tx);
}

/**
 * Deletes certificates whose incapacity ended before that day, once their file is deleted, no check refers to them, and no check that is open or under a
 * legal hold has them from its employee (migration 0142). @returns how many
 */
export const eraseCertificates = (tx: WriteTx, before: CalendarDay, max: number): Promise<number> =>
  counted(tx, sql<number>`app.erase_certificates(${before}::date, ${max})`);

/**
 * Deletes employees who left before that day, and workers of One Shot Checks, once no check or certificate refers to them (migration 0143).
 * @returns how many
 */
export const eraseEmployees = (tx: WriteTx, before: CalendarDay, max: number): Promise<number> =>
  counted(tx, sql<number>`app.erase_employees(${before}::date, ${max})`);

/** The key of an employee. */
export interface EmployeeKey {
  readonly companyId: string;
  readonly id: string;
}

/** For the reach, who created an employee counts like who ordered a check. */
const EMPLOYEE_REACH = { companyId: 'n.companyId', superiorId: 'n.superiorId', orderedByProfileId: 'n.createdByProfileId' };

/** The key of an employee; undefined if the employee is erased or not within the reach. */
export async function findEmployeeKey(tx: ReadTx, reach: Reach, id: string): Promise<EmployeeKey | undefined> {
  const { rows } = await sql<EmployeeKey>`
    select n."companyId", n.id from employees n where n.id = ${id} and not n."isErased" and ${reachCondition(reach, EMPLOYEE_REACH)}`.execute(
    tx,
  );
  return rows[0];
}

/** Preview of the erasure of an employee. The erasure itself (`app.erase_employee`) decides on locked rows and may differ. */
export async function findErasure(tx: ReadTx, { companyId, id }: EmployeeKey): Promise<EmployeeErasure> {
  const { rows } = await sql<Omit<EmployeeErasure, 'employeeStays'>>`
    select count(*) filter (where c.status <> 'Archived')::integer as "runningChecks",
      count(*) filter (where c.status = 'Archived' and c."legalHoldAt" is null and c."erasedAt" is null)::integer as checks,
      count(*) filter (where c."legalHoldAt" is not null)::integer as "heldChecks",
      (select count(*)::integer from certificates k where k."companyId" = ${companyId} and k."employeeId" = ${id} and not exists (
        select from checks h where h."companyId" = k."companyId" and h."legalHoldAt" is not null and (h."certificateId" = k.id or exists (
          select from sent_certificates s where s."companyId" = h."companyId" and s."checkId" = h.id and s."certificateId" = k.id)))) as certificates
    from checks c where c."companyId" = ${companyId} and c."employeeId" = ${id}`.execute(tx);
  const [found] = rows;
  if (!found) throw new Error('A count has a row.');
  return { ...found, employeeStays: found.heldChecks > 0 };
}

/** Locks the messages to the employee, also those that wait to be sent. To be called before other rows are locked (ARCHITECTURE.md, "Locks"). */
export async function lockEmployeeMessages(tx: WriteTx, { companyId, id }: EmployeeKey): Promise<void> {
  await sql`select app.lock_employee_messages(${companyId}, ${id})`.execute(tx);
}

/** The result of `eraseEmployee`. `running`: number of open checks, with which nothing was erased; `held`: of checks under legal hold. */
export interface Taken {
  readonly running: number;
  readonly held: number;
  readonly checkIds: readonly string[];
  readonly certificates: number;
  readonly employeeStays: boolean;
}

/**
 * Locks the employee with their certificates and checks, and erases all of it except what a legal hold keeps (migration 0104).
 * @returns undefined if there is no such employee any more
 */
export async function eraseEmployee(tx: WriteTx, { companyId, id }: EmployeeKey, at: Date): Promise<Taken | undefined> {
  const { rows } = await sql<Taken>`select * from app.erase_employee(${companyId}, ${id}, ${at})`.execute(tx);
  return rows[0];
}

/** The start of this transaction by the clock of the database, which is also the time of its entries in the logs. */
export async function transactionMoment(tx: WriteTx): Promise<Date> {
  const { rows } = await sql<{ at: Date }>`select now() as at`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error('A moment has a row.');
  return row.at;
}

/** Employees who were erased at these moments and whom a restore has brought back: they exist, and the access log has no entry of the erasure. */
export async function findReturned(
  tx: ReadTx,
  erased: readonly { readonly employeeId: string; readonly at: string }[],
): Promise<readonly EmployeeKey[]> {
  const { rows } = await sql<EmployeeKey>`
    select n."companyId", n.id
    from unnest(${erased.map(({ employeeId }) => employeeId)}::uuid[], ${erased.map(({ at }) => at)}::timestamptz[]) as e("employeeId", at)
    join employees n on n.id = e."employeeId" and not n."isErased"
    where not exists (
      select from access_log l
      where l."subjectType" = 'employees' and l."subjectId" = e."employeeId" and l.at >= e.at and l.action = 'employee.erase')
    order by n.id`.execute(tx);
  return rows;
}
