import { type Insertable, type Selectable, sql } from 'kysely';
import type { ReadTx, Tables, WriteTx } from '../../../platform/db/database.ts';
import { keysOf, type RecordKey } from '../../../platform/db/fragments.ts';

type SentRow = Selectable<Tables['sent_certificates']>;

/** A sent certificate with the fields of its check that the policy needs. */
export interface SentCertificateRow extends SentRow {
  readonly superiorId: string | null;
  readonly orderedByProfileId: string | null;
  /** Malware was found in its document. */
  readonly isInfected: boolean;
}

export async function insertSent(tx: WriteTx, row: Insertable<Tables['sent_certificates']>): Promise<void> {
  await tx.insertInto('sent_certificates').values(row).execute();
}

/** What the employees of these checks sent, as far as row-level security shows it, oldest first. */
export async function findSent(tx: ReadTx, checks: readonly RecordKey[]): Promise<readonly SentCertificateRow[]> {
  const { rows } = await sql<SentCertificateRow>`
    select s.*, k."superiorId", k."orderedByProfileId", coalesce(d.scan = 'Infected', false) as "isInfected"
    from sent_certificates s join checks k on k."companyId" = s."companyId" and k.id = s."checkId"
    left join documents d on d."companyId" = s."companyId" and d.id = s."documentId"
    where (s."companyId", s."checkId") in (${keysOf(checks)})
    order by s."sentAt", s.id`.execute(tx);
  return rows;
}

/** The check to which the certificate belongs. */
export async function findSentKey(tx: ReadTx, id: string): Promise<{ readonly companyId: string; readonly checkId: string } | undefined> {
  return tx.selectFrom('sent_certificates').select(['companyId', 'checkId']).where('id', '=', id).executeTakeFirst();
}

/** Which of the files that were kept of this check is the same. */
export async function findSameFile(tx: ReadTx, { companyId, id }: RecordKey, sha256: Buffer): Promise<string | undefined> {
  const row = await tx
    .selectFrom('sent_certificates as s')
    .innerJoin('documents as d', (join) => join.onRef('d.companyId', '=', 's.companyId').onRef('d.id', '=', 's.documentId'))
    .select('s.id')
    .where('s.companyId', '=', companyId)
    .where('s.checkId', '=', id)
    .where('d.sha256', '=', sha256)
    .executeTakeFirst();
  return row?.id;
}

/** Under which name the file of a document is stored. */
export async function findStorageKey(tx: ReadTx, companyId: string, documentId: string): Promise<string | undefined> {
  const row = await tx
    .selectFrom('documents')
    .select('storageKey')
    .where('companyId', '=', companyId)
    .where('id', '=', documentId)
    .executeTakeFirst();
  return row?.storageKey;
}
