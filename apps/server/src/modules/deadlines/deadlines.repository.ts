import type { CertificateType, EntryType, IncapacityType } from '@checkwell/domain/certificate/enums';
import { COMPLETED_OCCURRENCES } from '@checkwell/domain/check/enums';
import type { CalendarDay } from '@checkwell/domain/clock';
import { type SqlBool, sql } from 'kysely';
import type { ReadTx } from '../../platform/db/database.ts';

/** An absence that the product knows: of a certificate, or of a check. */
export interface AbsenceRow {
  readonly companyId: string;
  readonly employeeId: string;
  /** null: of a certificate. */
  readonly checkId: string | null;
  readonly startDate: CalendarDay;
  readonly endDate: CalendarDay;
  readonly entryType: EntryType;
  readonly certifType: CertificateType;
  readonly incapacityReason: IncapacityType;
}

/** More absences of one worker than anybody has; the newest count. */
const MAX_ABSENCES = 500;

/**
 * The workers' absences: their certificates, and the periods of their checks in progress or carried out, regardless of who ordered them.
 * A check that was cancelled, deleted or never took place may be about an absence that was none.
 * An erased check is about nobody.
 */
export async function findAbsences(
  tx: ReadTx,
  workers: readonly { readonly companyId: string; readonly employeeId: string }[],
): Promise<AbsenceRow[]> {
  if (workers.length === 0) return [];
  const pairs = sql.join(workers.map(({ companyId, employeeId }) => sql`(${companyId}::uuid, ${employeeId}::uuid)`));
  const counts = sql<SqlBool>`(c."checkOccurence" is null or c."checkOccurence" = any(${[...COMPLETED_OCCURRENCES]}::check_occurence[]))`;
  const { rows } = await sql<AbsenceRow>`
    select "companyId", "employeeId", "checkId", "startDate", "endDate", "entryType", "certifType", "incapacityReason"
    from (
      select *, row_number() over (partition by "companyId", "employeeId" order by "startDate" desc, id desc) as place
      from (
        select k.id, k."companyId", k."employeeId", null::uuid as "checkId", k."startDate", k."endDate", k."entryType", k."certifType",
          k."incapacityReason"
        from certificates k
        where (k."companyId", k."employeeId") in (${pairs})
        union all
        select c.id, c."companyId", c."employeeId", c.id, c."incapacityStartDate", c."incapacityEndDate",
          case when c."certificateType" = 'NoCertif' then 'ABSENCE_DECLARATION' else 'MEDICAL_CERTIFICATE' end::entry_type,
          c."certificateType", c."incapacityType"
        from checks c
        where (c."companyId", c."employeeId") in (${pairs}) and ${counts} and c."erasedAt" is null
      ) as known
    ) as numbered
    where place <= ${MAX_ABSENCES}
    order by "startDate", id
  `.execute(tx);
  return rows;
}
