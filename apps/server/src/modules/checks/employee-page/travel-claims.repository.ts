import { type Insertable, type Selectable, sql } from 'kysely';
import type { ReadTx, Tables, WriteTx } from '../../../platform/db/database.ts';
import { keysOf, type RecordKey } from '../../../platform/db/fragments.ts';

type ClaimRow = Selectable<Tables['travel_claims']>;

/** A claim with the fields of its check that the policy needs. */
export interface TravelClaimRow extends ClaimRow {
  readonly superiorId: string | null;
  readonly orderedByProfileId: string | null;
  /** Malware was found in the receipt. */
  readonly isInfected: boolean;
}

export async function insertClaim(tx: WriteTx, row: Insertable<Tables['travel_claims']>): Promise<void> {
  await tx.insertInto('travel_claims').values(row).execute();
}

/** What the employees of these checks ask back, as far as row-level security shows it. */
export async function findClaims(tx: ReadTx, checks: readonly RecordKey[]): Promise<readonly TravelClaimRow[]> {
  const { rows } = await sql<TravelClaimRow>`
    select t.*, k."superiorId", k."orderedByProfileId", coalesce(d.scan = 'Infected', false) as "isInfected"
    from travel_claims t join checks k on k."companyId" = t."companyId" and k.id = t."checkId"
    left join documents d on d."companyId" = t."companyId" and d.id = t."documentId"
    where (t."companyId", t."checkId") in (${keysOf(checks)})`.execute(tx);
  return rows;
}

/** The file of a document: its name in the store, and what tells it from others. */
export async function findFile(
  tx: ReadTx,
  companyId: string,
  documentId: string,
): Promise<{ readonly storageKey: string; readonly sha256: Buffer } | undefined> {
  return tx
    .selectFrom('documents')
    .select(['storageKey', 'sha256'])
    .where('companyId', '=', companyId)
    .where('id', '=', documentId)
    .executeTakeFirst();
}
