import type { CheckOccurence } from '@checkwell/domain/check/enums';
import type { InterfaceLanguage } from '@checkwell/domain/constants';
import { sql } from 'kysely';
import type { ReadTx, WriteTx } from '../../platform/db/database.ts';
import { keysOf } from '../../platform/db/fragments.ts';
import type { DocumentMediaType } from '../../platform/document-content/content.ts';

/**
 * A certificate; the photograph of a card that a doctor left at a door; what an employee sent, by the link of a message, as a certificate, or as
 * the receipt of a way that the employer pays.
 */
export type DocumentKind = 'certificate' | 'card' | 'sent' | 'receipt';

/** What the scanner of malware says of it: docs/decisions/0099. */
export type ScanState = 'Unscanned' | 'Waiting' | 'Clean' | 'Infected';

/** A stored document, without its bytes. */
export interface DocumentRow {
  readonly companyId: string;
  readonly id: string;
  readonly kind: DocumentKind;
  readonly fileName: string;
  readonly mediaType: string;
  readonly byteSize: number;
  readonly storageKey: string;
  readonly uploadedByProfileId: string | null;
  readonly createdAt: Date;
  readonly scan: string;
}

export interface NewDocument {
  readonly companyId: string;
  readonly id: string;
  readonly kind: DocumentKind;
  readonly fileName: string;
  readonly mediaType: DocumentMediaType;
  readonly byteSize: number;
  readonly sha256: Buffer;
  readonly storageKey: string;
  readonly uploadedByProfileId: string | null;
  readonly createdAt: Date;
  readonly scan: ScanState;
}

/** A document whose scan is to come. */
export interface ToScan {
  readonly companyId: string;
  readonly id: string;
  readonly storageKey: string;
}

/** Whose records a document belongs to: what the policy is asked about. */
export interface DocumentLink {
  readonly companyId: string;
  readonly superiorId: string | null;
  readonly orderedByProfileId: string | null;
  readonly doctorId: string | null;
  readonly documentId: string;
  /** When the mission of the document's check was over; null for a certificate. */
  readonly archivedAt: Date | null;
  /** Whether it is the photograph of an attempt of this check. */
  readonly isCard: boolean;
  /** Whether the employee of this check sent it as a certificate. */
  readonly isSent: boolean;
  /** Whether it is the receipt of what the employee of this check asks back. */
  readonly isReceipt: boolean;
  /** Outcome of the document's check. */
  readonly checkOccurence: CheckOccurence | null;
}

const COLUMNS = [
  'companyId',
  'id',
  'kind',
  'fileName',
  'mediaType',
  'byteSize',
  'storageKey',
  'uploadedByProfileId',
  'createdAt',
  'scan',
] as const;

export async function insertDocument(tx: WriteTx, document: NewDocument): Promise<DocumentRow> {
  return tx.insertInto('documents').values(document).returning(COLUMNS).executeTakeFirstOrThrow();
}

export async function findDocument(tx: ReadTx, companyId: string, id: string): Promise<DocumentRow | undefined> {
  return tx.selectFrom('documents').select(COLUMNS).where('companyId', '=', companyId).where('id', '=', id).executeTakeFirst();
}

/** Documents by id, whatever their company; row-level security holds the line of the company. */
export async function findDocuments(tx: ReadTx, ids: readonly string[]): Promise<DocumentRow[]> {
  return tx
    .selectFrom('documents')
    .select(COLUMNS)
    .where('id', 'in', [...ids])
    .execute();
}

/**
 * The certificates that hold the documents and the checks ordered on them, the checks whose attempts they show, and those whose employee sent
 * them as certificates or receipts.
 */
export async function linksOf(tx: ReadTx, documents: readonly Pick<DocumentRow, 'companyId' | 'id'>[]): Promise<readonly DocumentLink[]> {
  const { rows } = await sql<DocumentLink>`
    with held as (
      select c.* from certificates c where (c."companyId", c."documentId") in (${keysOf(documents)})
    )
    select "companyId", "documentId", "superiorId", "createdByProfileId" as "orderedByProfileId", null::uuid as "doctorId",
      null::timestamptz as "archivedAt", false as "isCard", false as "isSent", false as "isReceipt", null::check_occurence as "checkOccurence" from held
    union all
    select k."companyId", c."documentId", k."superiorId", k."orderedByProfileId", k."doctorId", k."archivedAt", false, false, false,
      k."checkOccurence"
    from held c join checks k on k."companyId" = c."companyId" and k."certificateId" = c.id
    union all
    select k."companyId", a."photoId", k."superiorId", k."orderedByProfileId", k."doctorId", k."archivedAt", true, false, false,
      k."checkOccurence"
    from visit_attempts a join checks k on k."companyId" = a."companyId" and k.id = a."checkId"
    where (a."companyId", a."photoId") in (${keysOf(documents)})
    union all
    select k."companyId", s."documentId", k."superiorId", k."orderedByProfileId", null, k."archivedAt", false, true, false, k."checkOccurence"
    from sent_certificates s join checks k on k."companyId" = s."companyId" and k.id = s."checkId"
    where (s."companyId", s."documentId") in (${keysOf(documents)})
    union all
    select k."companyId", r."documentId", k."superiorId", k."orderedByProfileId", null, k."archivedAt", false, false, true, k."checkOccurence"
    from travel_claims r join checks k on k."companyId" = r."companyId" and k.id = r."checkId"
    where (r."companyId", r."documentId") in (${keysOf(documents)})`.execute(tx);
  return rows;
}

/** Whether the doctor has a mission of this company that is to come, or is not reported yet. */
export async function hasMission(tx: ReadTx, companyId: string, doctorId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('checks')
    .select('id')
    .where('companyId', '=', companyId)
    .where('doctorId', '=', doctorId)
    .where('status', '=', 'WaitingForCheck')
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export async function companyExists(tx: ReadTx, companyId: string): Promise<boolean> {
  return (await tx.selectFrom('companies').select('id').where('id', '=', companyId).executeTakeFirst()) !== undefined;
}

/**
 * Uploads since an instant, of the company and of one profile in it (null: of nobody). Ids begin with their time, so this reads the end of
 * the primary key's index and nothing else.
 * @param since lowest id of that time
 */
export async function countUploads(
  tx: ReadTx,
  companyId: string,
  profileId: string | null,
  since: string,
): Promise<{ readonly company: number; readonly profile: number }> {
  return tx
    .selectFrom('documents')
    .select(({ fn }) => [
      fn.countAll<number>().as('company'),
      fn.countAll<number>().filterWhere('uploadedByProfileId', '=', profileId).as('profile'),
    ])
    .where('companyId', '=', companyId)
    .where('id', '>=', since)
    .executeTakeFirstOrThrow();
}

/** Which of these files a document still names. */
export async function namedKeys(tx: ReadTx, keys: readonly string[]): Promise<Set<string>> {
  const rows = await tx
    .selectFrom('documents')
    .select('storageKey')
    .where('storageKey', 'in', [...keys])
    .execute();
  return new Set(rows.map(({ storageKey }) => storageKey));
}

/** Documents to scan: those that wait, then those from before there was a scanner; first who was tried longest ago. */
export async function findToScan(tx: ReadTx, max: number): Promise<readonly ToScan[]> {
  return tx
    .selectFrom('documents')
    .select(['companyId', 'id', 'storageKey'])
    .where('scan', 'in', ['Unscanned', 'Waiting'])
    .orderBy('scan', 'desc')
    .orderBy('scanTriedAt', (order) => order.asc().nullsFirst())
    .orderBy('companyId')
    .orderBy('id')
    .limit(max)
    .execute();
}

export async function countWaiting(tx: ReadTx): Promise<{ readonly waiting: number; readonly oldest: Date | null }> {
  return tx
    .selectFrom('documents')
    .select(({ fn }) => [fn.countAll<number>().as('waiting'), fn.min('createdAt').as('oldest')])
    .where('scan', '=', 'Waiting')
    .executeTakeFirstOrThrow();
}

/** Who uploaded a document with an account, and the page that it belongs to, if there is one. */
export async function findUploader(
  tx: ReadTx,
  companyId: string,
  id: string,
): Promise<{ readonly email: string; readonly language: InterfaceLanguage; readonly page: `/${string}` | null } | undefined> {
  const { rows } = await sql<{ readonly email: string; readonly language: InterfaceLanguage; readonly page: `/${string}` | null }>`
    select p."userName"::text as email, p.language, coalesce(
      (select '/certificates/' || c.id from certificates c where c."companyId" = d."companyId" and c."documentId" = d.id order by c.id limit 1),
      (select '/missions/' || a."checkId" from visit_attempts a where a."companyId" = d."companyId" and a."photoId" = d.id)) as page
    from documents d join profiles p on p.id = d."uploadedByProfileId"
    where d."companyId" = ${companyId} and d.id = ${id}`.execute(tx);
  return rows[0];
}
