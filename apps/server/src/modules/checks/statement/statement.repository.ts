import { type Selectable, sql } from 'kysely';
import type { ReadTx, Tables } from '../../../platform/db/database.ts';

type CheckColumns = Selectable<Tables['checks']>;

/** A check for which a doctor is paid. Nobody is named: who the worker is ends for the doctor after some weeks. */
export interface StatementRow
  extends Pick<CheckColumns, 'id' | 'archivedAt' | 'checkDate' | 'checkLocation' | 'doctorTravelCosts' | 'doctorExtraCosts'> {
  readonly companyName: string;
  readonly doctorTotalPrice: number;
  /** Distance to the employee's home, one way; null: the doctor did not travel, or the distance is not known. */
  readonly distanceToCheck: number | null;
}

/**
 * Checks of a doctor that were reported in a period, oldest first. Of one at the practice that began before a closed door the kilometres are of that
 * way, which is paid (domain/check/price/price.ts). The location is the one that the appointment was made for (`atAppointmentLocation`).
 */
export async function findPaidChecks(
  tx: ReadTx,
  doctorId: string,
  { from, to }: { readonly from: Date; readonly to: Date },
): Promise<readonly StatementRow[]> {
  const { rows } = await sql<StatementRow>`
    select c.id, c."archivedAt", c."checkDate", l."checkLocation", o.name as "companyName", c."doctorTotalPrice", c."doctorTravelCosts",
      c."doctorExtraCosts", case when l."checkLocation" = 'House' then c."distanceToCheck" else (
        select t."distanceKm" from visit_attempts t
        where t."companyId" = c."companyId" and t."checkId" = c.id and t."doctorId" = c."doctorId"
        order by t."attemptedAt" desc limit 1) end as "distanceToCheck"
    from checks c join companies o on o.id = c."companyId"
      cross join lateral (select coalesce(c."appointmentLocation", c."checkLocation") as "checkLocation") l
    where c."doctorId" = ${doctorId} and c.status = 'Archived' and c."doctorTotalPrice" is not null
      and c."archivedAt" >= ${from} and c."archivedAt" < ${to}
    order by c."archivedAt", c.id`.execute(tx);
  return rows;
}

/** The doctor of the statement. */
export async function findStatementDoctor(
  tx: ReadTx,
  id: string,
): Promise<Pick<Selectable<Tables['doctors']>, 'doctorFullName' | 'practiceAddress' | 'inamiNumber'> | undefined> {
  return tx.selectFrom('doctors').select(['doctorFullName', 'practiceAddress', 'inamiNumber']).where('id', '=', id).executeTakeFirst();
}
