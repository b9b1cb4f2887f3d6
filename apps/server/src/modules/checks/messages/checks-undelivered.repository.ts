import type { MailFailure } from '@checkwell/domain/messages/failures';
import { sql } from 'kysely';
import type { ReadTx } from '../../../platform/db/database.ts';

export interface UndeliveredRow {
  readonly companyId: string;
  readonly checkId: string;
  readonly id: string;
  readonly recipient: string;
  readonly template: string;
  /** Address of the superior of the check; null: it has no superior. */
  readonly superiorEmail: string | null;
  readonly failure: MailFailure;
  readonly failedAt: Date;
}

/** Mails about these checks that failed permanently, oldest first; not those that were taken back because a newer one says what is true. What employees are told is with the check (checks-told.ts). */
export async function findUndelivered(
  tx: ReadTx,
  checks: readonly { readonly companyId: string; readonly id: string }[],
): Promise<readonly UndeliveredRow[]> {
  const { rows } = await sql<UndeliveredRow>`
    with asked as (select * from unnest(
      ${checks.map(({ companyId }) => companyId)}::uuid[], ${checks.map(({ id }) => id)}::uuid[]) as a("companyId", "checkId"))
    select a.*, m.id, m.recipient::text as recipient, m.template, s.email::text as "superiorEmail", m.failure, m."failedAt"
    from asked a join mails m on m."companyId" = a."companyId" and m."checkId" = a."checkId" and m.state = 'failed'
      and not (m.failure = 'expired' and m."attemptedAt" is null)
    join checks c on c."companyId" = a."companyId" and c.id = a."checkId"
    left join superiors s on s."companyId" = c."companyId" and s.id = c."superiorId"
    order by m."failedAt", m.id`.execute(tx);
  return rows;
}
