import type { PersonAccess } from '@checkwell/domain/person/person-file';
import { sql } from 'kysely';
import type { ReadTx } from '../../platform/db/database.ts';

interface EmployeeKey {
  readonly companyId: string;
  readonly id: string;
}

/** Ids of the records that refer to an employee, the first made first. */
export interface PersonRecords {
  readonly checkIds: readonly string[];
  readonly certificateIds: readonly string[];
}

/** Everything of the employee, what was deleted as an error of administration too. */
export async function findRecords(tx: ReadTx, { companyId, id }: EmployeeKey): Promise<PersonRecords> {
  const { rows } = await sql<PersonRecords>`
    select array(select c.id from checks c where c."companyId" = ${companyId} and c."employeeId" = ${id} order by c."creationDate", c.id) as "checkIds",
      array(select k.id from certificates k where k."companyId" = ${companyId} and k."employeeId" = ${id} order by k."createdAt", k.id) as "certificateIds"`.execute(
    tx,
  );
  return rows[0] ?? { checkIds: [], certificateIds: [] };
}

/**
 * Who did what with these records, by role and Belgian day, the latest first.
 * @param subjects ids of the employee, their checks, certificates, what they sent as certificates, and documents
 */
export async function findAccesses(tx: ReadTx, companyId: string, subjects: readonly string[]): Promise<readonly PersonAccess[]> {
  const { rows } = await sql<PersonAccess>`
    select distinct to_char(at at time zone 'Europe/Brussels', 'YYYY-MM-DD') as day, "actorRole" as role, action, "subjectType"
    from access_log
    where "subjectType" in ('employees', 'checks', 'certificates', 'documents', 'sent_certificates', 'travel_claims')
      and "subjectId" = any (${[...subjects]}::uuid[]) and "companyId" = ${companyId}
    order by 1 desc, 4, 3, 2`.execute(tx);
  return rows;
}
