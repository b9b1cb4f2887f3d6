import type { PersonAccess } from '@checkwell/domain/person/person-file';
import { sql } from 'kysely';
import type { ReadTx } from '../../platform/db/database.ts';

interface EmployeeKey {
  readonly companyId: string;
  readonly id: string;
}

/** Ids of what rests on an employee, the first made first. */
export interface PersonRecords {
  readonly checkIds: readonly string[];
  readonly certificateIds: readonly string[];
}

/** Everything of the employee, what was deleted as an error of administration too. */
export async function findRecords(tx: ReadTx, { companyId, id }: EmployeeKey): Promise<PersonRecords> {
  const checks = await tx
    .selectFrom('checks')
    .select('id')
    .where('companyId', '=', companyId)
    .where('employeeId', '=', id)
    .orderBy('creationDate')
    .orderBy('id')
    .execute();
  const certificates = await tx
    .selectFrom('certificates')
    .select('id')
    .where('companyId', '=', companyId)
    .where('employeeId', '=', id)
    .orderBy('createdAt')
    .orderBy('id')
    .execute();
  return { checkIds: checks.map((row) => row.id), certificateIds: certificates.map((row) => row.id) };
}

/**
 * Who did what with these records, by role and Belgian day, the latest first.
 * @param subjects ids of the employee, their checks, certificates and documents
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
