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
const MOST = 500;

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

/** The worker's certificates, whoever entered them. */
export function findHistory(tx: ReadTx, companyId: string, employeeId: string): Promise<HistoryRow[]> {
  return selectHistory(tx)
    .where('k.companyId', '=', companyId)
    .where('k.employeeId', '=', employeeId)
    .orderBy('k.startDate', 'desc')
    .orderBy('k.id', 'desc')
    .limit(MOST)
    .execute();
}

/** Certificates of the company that hold the same file. */
export function findHolders(tx: ReadTx, companyId: string, documentHash: string): Promise<HistoryRow[]> {
  return selectHistory(tx)
    .where('k.companyId', '=', companyId)
    .where('d.companyId', '=', companyId)
    .where('d.sha256', '=', Buffer.from(documentHash, 'hex'))
    .orderBy('k.id')
    .limit(MOST)
    .execute();
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
