import type { CertificateSource } from '@checkwell/domain/certificate/enums';
import type { CertificateFilter, CertificateSortField } from '@checkwell/domain/certificate/list';
import type { CertificateFields } from '@checkwell/domain/certificate/rules';
import type { Superior } from '@checkwell/domain/identity/superior';
import type { Gender, WorkerLanguage } from '@checkwell/domain/people/enums';
import type { Reach } from '@checkwell/domain/policy';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { jsonObjectFrom } from 'kysely/helpers/postgres';
import type { ReadTx, WriteTx } from '../../platform/db/database.ts';
import {
  cappedCount,
  everyRow,
  type KeysetPage,
  keysetPage,
  type PageArguments,
  refuseTooLarge,
  type SortKey,
} from '../../platform/db/keyset.ts';
import type { Page } from '../../platform/db/page.ts';
import { reachCondition } from '../../platform/db/reach.ts';
import { amongMatches, type Matches } from '../../platform/db/search.ts';
import { meantRows, nameOrder, superiorOrder } from '../../platform/db/similar.ts';

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

const REACH = { companyId: 'k.companyId', superiorId: 'k.superiorId', orderedByProfileId: 'k.createdByProfileId' };

const SORTS: Readonly<Record<CertificateSortField, Pick<SortKey, 'expression' | 'type'>>> = {
  startDate: { expression: sql.ref('k.startDate'), type: 'date' },
  endDate: { expression: sql.ref('k.endDate'), type: 'date' },
  employeeLastName: { expression: nameOrder('e.employeeLastName', 'e.employeeFirstName'), type: 'text' },
  createdAt: { expression: sql.ref('k.createdAt'), type: 'timestamptz' },
  certifType: { expression: sql.ref('k.certifType'), type: 'certif_type' },
  superior: { expression: sql`coalesce(${superiorOrder('s')}, '')`, type: 'text' },
};

export interface CertificateQuery extends PageArguments {
  readonly reach: Reach;
  readonly filter: CertificateFilter;
  /** Blind indexes of the national number that the search is; none when it is none. */
  readonly nissIndexes: readonly Buffer[];
  readonly sort: { readonly field: CertificateSortField; readonly direction: 'asc' | 'desc' };
}

const selectCertificates = (tx: ReadTx) =>
  tx
    .selectFrom('certificates as k')
    .innerJoin('employees as e', (join) => join.onRef('e.companyId', '=', 'k.companyId').onRef('e.id', '=', 'k.employeeId'))
    .innerJoin('companies as c', 'c.id', 'k.companyId')
    .select((eb) => [
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
      jsonObjectFrom(
        eb
          .selectFrom('superiors as s')
          .select([
            's.id',
            's.companyId',
            's.email',
            's.language',
            's.requestForm',
            's.firstName',
            's.lastName',
            's.superiorFullName',
            's.phoneNumber',
          ])
          .whereRef('s.companyId', '=', 'k.companyId')
          .whereRef('s.id', '=', 'k.superiorId'),
      )
        .$castTo<Superior | null>()
        .as('superior'),
    ]);

const keysetOf = (query: CertificateQuery, bulk?: boolean): KeysetPage =>
  keysetPage(query, { ...SORTS[query.sort.field], name: query.sort.field, direction: query.sort.direction, id: sql.ref('k.id') }, bulk);

/** One page and how many there are. */
export async function listCertificates(tx: ReadTx, query: CertificateQuery): Promise<Page<CertificateRow>> {
  const keyset = keysetOf(query);
  const matches = await conditions(tx, query);
  const [rows, count] = await Promise.all([
    pageRows(tx, query, keyset, matches),
    cappedCount(tx, sql`select from certificates k where ${matches}`),
  ]);
  const { rows: nodes, pageInfo } = keyset.cut(rows);
  return { nodes, pageInfo, ...count };
}

/** The whole list, as `listCertificates` would show it page by page. @throws {AppError} `export.tooLarge` */
export async function* everyCertificate(tx: ReadTx, query: CertificateQuery): AsyncGenerator<CertificateRow, void> {
  const matches = await conditions(tx, query);
  await refuseTooLarge(tx, sql`select from certificates k where ${matches}`);
  yield* everyRow(async (after) => {
    const keyset = keysetOf({ ...query, after }, true);
    return keyset.cut(await pageRows(tx, query, keyset, matches));
  });
}

/** The page is cut on the table alone (and on whoever's name is the order), then joined. */
async function pageRows(tx: ReadTx, { sort }: CertificateQuery, keyset: KeysetPage, matches: RawBuilder<SqlBool>) {
  const where = sql`${matches} and ${keyset.condition}`;
  const cut =
    sort.field === 'superior'
      ? bySuperior(keyset, where)
      : sql`
    select k."companyId", k.id, ${keyset.key} as key, ${keyset.expression} as sort from certificates k
    ${sort.field === 'employeeLastName' ? sql`join employees e on e."companyId" = k."companyId" and e.id = k."employeeId"` : sql``}
    where ${where} order by ${keyset.order} limit ${keyset.limit}`;
  const direction = sql.raw(sort.direction);
  return selectCertificates(tx)
    .innerJoin(sql<{ companyId: string; id: string; key: string; sort: unknown }>`(${cut})`.as('page'), (join) =>
      join.onRef('page.companyId', '=', 'k.companyId').onRef('page.id', '=', 'k.id'),
    )
    .select('page.key')
    .orderBy(sql`page.sort ${direction}, page.id ${direction}`)
    .execute();
}

/** One walk along the superiors, each with the index of their certificates; whoever has none stands apart. */
function bySuperior(keyset: KeysetPage, where: RawBuilder<unknown>): RawBuilder<unknown> {
  const direction = sql.raw(keyset.direction);
  const part = (rows: RawBuilder<unknown>) => sql`(
    select k."companyId", k.id, ${keyset.key} as key, ${keyset.expression} as sort from ${rows}
    where ${where} and ${keyset.bound} order by ${keyset.order} limit ${keyset.limit})`;
  return sql`select * from (
    ${part(sql`superiors s join certificates k on k."companyId" = s."companyId" and k."superiorId" = s.id`)} union all
    ${part(sql`(select * from certificates where "superiorId" is null) k left join superiors s on false`)}) c
    order by c.sort ${direction}, c.id ${direction} limit ${keyset.limit}`;
}

async function conditions(tx: ReadTx, { reach, filter, nissIndexes }: CertificateQuery): Promise<RawBuilder<SqlBool>> {
  const { superiorId, entryType, certifType, incapacityReason, from, to, activeOn, employeeId, search } = filter;
  const all = [reachCondition(reach, REACH)];
  if (superiorId) all.push(sql<SqlBool>`k."superiorId" = ${superiorId}`);
  if (employeeId) all.push(sql<SqlBool>`k."employeeId" = ${employeeId}`);
  if (entryType) all.push(sql<SqlBool>`k."entryType" = ${entryType}`);
  if (certifType) all.push(sql<SqlBool>`k."certifType" = ${certifType}`);
  if (incapacityReason) all.push(sql<SqlBool>`k."incapacityReason" = ${incapacityReason}`);
  if (from) all.push(sql<SqlBool>`k."endDate" >= ${from}`);
  if (to) all.push(sql<SqlBool>`k."startDate" <= ${to}`);
  if (activeOn) all.push(sql<SqlBool>`${activeOn} between k."startDate" and k."endDate"`);
  if (search) {
    const owners = await ownersOf(tx, reach, nissIndexes);
    all.push(
      owners.ids.length > 0
        ? amongMatches(owners, { companyId: 'k.companyId', id: 'k.employeeId' })
        : await meantRows(tx, 'certificates', search, reach, { companyId: 'k.companyId', id: 'k.id', searchText: 'k.searchText' }),
    );
  }
  return sql<SqlBool>`(${sql.join(all, sql` and `)})`;
}

/** Whose national number it is. */
async function ownersOf(tx: ReadTx, reach: Reach, nissIndexes: readonly Buffer[]): Promise<Matches> {
  if (nissIndexes.length === 0 || reach.kind !== 'companies') return { companyIds: [], ids: [] };
  const companies = reach.companies.map(({ companyId }) => companyId);
  const owners = await tx
    .selectFrom('employees')
    .select(['companyId', 'id'])
    .where('companyId', '=', sql<string>`any (${companies}::uuid[])`)
    .where('workerNissIndex', '=', sql<Buffer>`any (${[...nissIndexes]}::bytea[])`)
    .execute();
  return { companyIds: owners.map(({ companyId }) => companyId), ids: owners.map(({ id }) => id) };
}

export function findCertificate(tx: ReadTx, id: string, companyId?: string): Promise<CertificateRow | undefined> {
  return selectCertificates(tx)
    .where('k.id', '=', id)
    .$if(companyId !== undefined, (query) => query.where('k.companyId', '=', companyId ?? ''))
    .executeTakeFirst();
}

/** Who uploaded a document of the company; undefined when the company has no such document. */
export function findUpload(tx: ReadTx, companyId: string, documentId: string): Promise<{ uploadedByProfileId: string | null } | undefined> {
  return tx
    .selectFrom('documents')
    .select('uploadedByProfileId')
    .where('companyId', '=', companyId)
    .where('id', '=', documentId)
    .executeTakeFirst();
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

/** @returns whether the row still had this version */
export async function updateCertificate(
  tx: WriteTx,
  { companyId, id, version }: At & { readonly version: number },
  changes: Stored,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('certificates')
    .set({ ...changes, version: version + 1 })
    .where('companyId', '=', companyId)
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export async function setDocument(tx: WriteTx, { companyId, id }: At, documentId: string): Promise<void> {
  await tx
    .updateTable('certificates')
    .set((eb) => ({ documentId, version: eb('version', '+', 1) }))
    .where('companyId', '=', companyId)
    .where('id', '=', id)
    .execute();
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
