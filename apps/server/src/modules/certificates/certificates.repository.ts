import type { CertificateSource } from '@checkwell/domain/certificate/enums';
import type { CertificateFields } from '@checkwell/domain/certificate/rules';
import type { Superior } from '@checkwell/domain/identity/superior';
import type { Gender, WorkerLanguage } from '@checkwell/domain/people/enums';
import { sql } from 'kysely';
import type { ReadTx, WriteTx } from '../../platform/db/database.ts';
import { superiorOf } from '../../platform/db/search/superior-row.ts';

/** A certificate with what its lists show of the employee. */
export interface CertificateRow extends Omit<CertificateFields, 'superiorId'> {
  readonly id: string;
  readonly companyId: string;
  readonly superiorId: string | null;
  readonly superior: Superior | null;
  readonly employeeMatricule: string;
  readonly employeeFirstName: string;
  readonly employeeLastName: string;
  readonly employeeLanguage: WorkerLanguage;
  readonly employeeGender: Gender;
  readonly employeePhoneNumber: string;
  readonly employeeAddress: string;
  readonly employeeCompanyName: string;
  readonly function: string;
  readonly isCheckRequestLaunched: boolean;
  readonly source: CertificateSource;
  readonly createdByProfileId: string | null;
  readonly createdAt: Date;
  readonly version: number;
}

const selectCertificates = (tx: ReadTx) =>
  tx
    .selectFrom('certificates as k')
    .innerJoin('employees as e', (join) => join.onRef('e.companyId', '=', 'k.companyId').onRef('e.id', '=', 'k.employeeId'))
    .innerJoin('companies as c', 'c.id', 'k.companyId')
    .select([
      'k.id',
      'k.companyId',
      'k.employeeId',
      'k.superiorId',
      'k.startDate',
      'k.endDate',
      'k.incapacityReason',
      'k.authorizedExit',
      'k.doctorName',
      'k.entryType',
      'k.certifType',
      'k.documentId',
      'k.isCheckRequestLaunched',
      'k.source',
      'k.createdByProfileId',
      'k.createdAt',
      'k.version',
      'e.employeeMatricule',
      'e.employeeFirstName',
      'e.employeeLastName',
      'e.employeeLanguage',
      'e.employeeGender',
      'e.employeePhoneNumber',
      'e.employeeAddress',
      'e.function',
      'c.name as employeeCompanyName',
      superiorOf('k'),
    ]);

export function findCertificate(tx: ReadTx, id: string, companyId?: string): Promise<CertificateRow | undefined> {
  return selectCertificates(tx)
    .where('k.id', '=', id)
    .$if(companyId !== undefined, (query) => query.where('k.companyId', '=', companyId ?? ''))
    .executeTakeFirst();
}

/** Who uploaded a document of the company, and whether malware was found in it; undefined when the company has no such document. */
export function findUpload(
  tx: ReadTx,
  companyId: string,
  documentId: string,
): Promise<{ uploadedByProfileId: string | null; scan: string } | undefined> {
  return (
    tx
      .selectFrom('documents')
      .select(['uploadedByProfileId', 'scan'])
      .where('companyId', '=', companyId)
      .where('id', '=', documentId)
      // Photographs of cards and receipts are documents of a check, and never certificates.
      .where('kind', 'in', ['certificate', 'sent'])
      .executeTakeFirst()
  );
}

/** The check whose employee sent a document: what the policy is asked about, and what open screens are told. */
export function findSendersCheck(tx: ReadTx, companyId: string, checkId: string) {
  return tx
    .selectFrom('checks')
    .select(['companyId', 'id', 'version', 'status', 'superiorId', 'orderedByProfileId', 'doctorId'])
    .where('companyId', '=', companyId)
    .where('id', '=', checkId)
    .executeTakeFirstOrThrow();
}

interface Stored extends Omit<CertificateFields, 'superiorId'> {
  readonly superiorId: string | null;
  readonly searchText: string;
}

export async function insertCertificate(
  tx: WriteTx,
  certificate: Stored & {
    readonly id: string;
    readonly companyId: string;
    readonly source: CertificateSource;
    readonly createdByProfileId: string | null;
    readonly createdAt: Date;
  },
): Promise<void> {
  await tx.insertInto('certificates').values(certificate).execute();
}

interface At {
  readonly companyId: string;
  readonly id: string;
}

export async function setDocument(tx: WriteTx, { companyId, id }: At, documentId: string): Promise<void> {
  await tx
    .updateTable('certificates')
    .set((eb) => ({ documentId, version: eb('version', '+', 1) }))
    .where('companyId', '=', companyId)
    .where('id', '=', id)
    .execute();
}

/**
 * Locks the checks that may keep the file of a certificate (migration 0144). To be called before the file is replaced or removed, so that nobody sets a legal hold
 * meanwhile, and before `sent_certificates` are locked.
 */
export async function lockChecks(tx: WriteTx, { companyId, id }: At): Promise<void> {
  await sql`select app.lock_checks_of_certificates(array[${companyId}::uuid], array[${id}::uuid])`.execute(tx);
}

/** Notes whether a check was asked for on it. @returns whether that is new */
export async function setLaunched(tx: WriteTx, { companyId, id }: At, launched: boolean): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('certificates')
    .set((eb) => ({ isCheckRequestLaunched: launched, version: eb('version', '+', 1) }))
    .where('companyId', '=', companyId)
    .where('id', '=', id)
    .where('isCheckRequestLaunched', '=', !launched)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Certificates are found by the name and number that their employee has now. */
export async function setSearchText(tx: WriteTx, employee: At & { readonly searchText: string }): Promise<void> {
  await tx
    .updateTable('certificates')
    .set({ searchText: employee.searchText })
    .where('companyId', '=', employee.companyId)
    .where('employeeId', '=', employee.id)
    .where('searchText', '<>', employee.searchText)
    .execute();
}
