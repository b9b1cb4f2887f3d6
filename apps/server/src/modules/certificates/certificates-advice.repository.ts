import type { CertificateType, EntryType, IncapacityType } from '@checkwell/domain/certificate/enums';
import type { CalendarDay } from '@checkwell/domain/clock';
import { sql } from 'kysely';
import type { ReadTx } from '../../platform/db/database.ts';

/** What advice looks at of a certificate, and who it belongs to. */
export interface HistoryRow {
  readonly id: string;
  readonly companyId: string;
  readonly employeeId: string;
  readonly superiorId: string | null;
  readonly createdByProfileId: string | null;
  readonly createdAt: Date;
  readonly startDate: CalendarDay;
  readonly endDate: CalendarDay;
  readonly entryType: EntryType;
  readonly certifType: CertificateType;
  readonly incapacityReason: IncapacityType;
  readonly documentId: string | null;
  readonly documentHash: string | null;
  readonly documentCreatedAt: Date | null;
}

/** More certificates of one worker than anybody has; the newest count. */
const MAX_CERTIFICATES = 500;

const selectHistory = (tx: ReadTx) =>
  tx
    .selectFrom('certificates as k')
    .leftJoin('documents as d', (join) => join.onRef('d.companyId', '=', 'k.companyId').onRef('d.id', '=', 'k.documentId'))
    .select([
      'k.id',
      'k.companyId',
      'k.employeeId',
      'k.superiorId',
      'k.createdByProfileId',
      'k.createdAt',
      'k.startDate',
      'k.endDate',
      'k.entryType',
      'k.certifType',
      'k.incapacityReason',
      'k.documentId',
      sql<string | null>`encode(d.sha256, 'hex')`.as('documentHash'),
      'd.createdAt as documentCreatedAt',
    ]);

/** The workers' certificates, regardless of who entered them; of each worker the newest first. */
export async function findHistories(
  tx: ReadTx,
  workers: readonly { readonly companyId: string; readonly employeeId: string }[],
): Promise<HistoryRow[]> {
  if (workers.length === 0) return [];
  const newest = selectHistory(tx)
    .select(
      sql<number>`row_number() over (partition by k."companyId", k."employeeId" order by k."startDate" desc, k.id desc)`.as('rowNumber'),
    )
    .where(({ eb, refTuple, tuple }) =>
      eb(
        refTuple('k.companyId', 'k.employeeId'),
        'in',
        workers.map(({ companyId, employeeId }) => tuple(companyId, employeeId)),
      ),
    );
  return tx
    .selectFrom(newest.as('h'))
    .selectAll()
    .where('rowNumber', '<=', MAX_CERTIFICATES)
    .orderBy('startDate', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

/** Certificates that hold one of these files, within the company of the file. */
export async function findHolders(
  tx: ReadTx,
  files: readonly { readonly companyId: string; readonly documentHash: string }[],
): Promise<HistoryRow[]> {
  if (files.length === 0) return [];
  const first = selectHistory(tx)
    .select(sql<number>`row_number() over (partition by d."companyId", d.sha256 order by k.id)`.as('rowNumber'))
    .where(({ eb, refTuple, tuple }) =>
      eb(
        refTuple('d.companyId', 'd.sha256'),
        'in',
        files.map(({ companyId, documentHash }) => tuple(companyId, Buffer.from(documentHash, 'hex'))),
      ),
    );
  return tx.selectFrom(first.as('h')).selectAll().where('rowNumber', '<=', MAX_CERTIFICATES).orderBy('id').execute();
}

export function findAdvised(tx: ReadTx, ids: readonly string[]): Promise<HistoryRow[]> {
  return selectHistory(tx)
    .where('k.id', 'in', [...ids])
    .execute();
}

/** A document of the company; undefined when it has no such document. */
export function findDocument(
  tx: ReadTx,
  companyId: string,
  documentId: string,
): Promise<{ readonly hash: string; readonly createdAt: Date; readonly uploadedByProfileId: string | null } | undefined> {
  return tx
    .selectFrom('documents')
    .select([sql<string>`encode(sha256, 'hex')`.as('hash'), 'createdAt', 'uploadedByProfileId'])
    .where('companyId', '=', companyId)
    .where('id', '=', documentId)
    .executeTakeFirst();
}
