import type { CalendarDay } from '@checkwell/domain/clock';
import type { Superior } from '@checkwell/domain/identity/superior';
import type { EmployeeSortField, Employment, Gender, WorkerLanguage } from '@checkwell/domain/people/enums';
import type { GeoPrecision } from '@checkwell/domain/planning/geo';
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
import { foldedOrder, meantRows, nameOrder, ownSuperiorOrder } from '../../platform/db/similar.ts';

/** What the employer or an order gives of a worker. */
export interface EmployeeFields {
  readonly employeeMatricule: string;
  readonly employeeFirstName: string;
  readonly employeeLastName: string;
  readonly employeeLanguage: WorkerLanguage;
  readonly employeeGender: Gender;
  readonly employeePhoneNumber: string;
  readonly employeeAddress: string;
  readonly function: string;
  readonly subEmployee: string;
  readonly superiorId: string | null;
}

/** Where the address is; all three or none. */
export interface EmployeePlace {
  readonly latitude: number | null;
  readonly longitude: number | null;
  readonly geoPrecision: GeoPrecision | null;
}

export interface EmployeeRow extends EmployeeFields, EmployeePlace {
  readonly id: string;
  readonly companyId: string;
  readonly employeeCompanyName: string;
  readonly superior: Superior | null;
  /** National register number, encrypted. */
  readonly workerNISS: Buffer | null;
  /** Last day of work for the company; null for who stays. */
  readonly leftAt: CalendarDay | null;
  readonly createdByProfileId: string | null;
  readonly version: number;
}

const REACH = { companyId: 'e.companyId', superiorId: 'e.superiorId', orderedByProfileId: 'e.createdByProfileId' };

const SORTS: Readonly<Record<EmployeeSortField, Pick<SortKey, 'expression' | 'type'>>> = {
  employeeLastName: { expression: nameOrder('e.employeeLastName', 'e.employeeFirstName'), type: 'text' },
  employeeMatricule: { expression: sql.ref('e.employeeMatricule'), type: 'text' },
  // A company has thousands of employees, not millions: these go without an index.
  function: { expression: foldedOrder('e.function'), type: 'text' },
  superior: { expression: ownSuperiorOrder('e'), type: 'text' },
};

export interface EmployeeQuery extends PageArguments {
  readonly reach: Reach;
  readonly superiorId?: string | null | undefined;
  readonly employment?: Employment | null | undefined;
  /** The day by which it counts. */
  readonly today: CalendarDay;
  readonly search?: string | null | undefined;
  /** Blind indexes of the national number that the search is; none when it is none. */
  readonly nissIndexes: readonly Buffer[];
  readonly sort: { readonly field: EmployeeSortField; readonly direction: 'asc' | 'desc' };
}

const selectEmployees = (tx: ReadTx) =>
  tx
    .selectFrom('employees as e')
    .innerJoin('companies as c', 'c.id', 'e.companyId')
    .select((eb) => [
      'e.id',
      'e.companyId',
      'e.employeeMatricule',
      'e.employeeFirstName',
      'e.employeeLastName',
      'e.employeeLanguage',
      'e.employeeGender',
      'e.employeePhoneNumber',
      'e.employeeAddress',
      'e.function',
      'e.subEmployee',
      'e.superiorId',
      'e.latitude',
      'e.longitude',
      'e.geoPrecision',
      'e.workerNISS',
      'e.leftAt',
      'e.createdByProfileId',
      'e.version',
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
          .whereRef('s.companyId', '=', 'e.companyId')
          .whereRef('s.id', '=', 'e.superiorId'),
      )
        .$castTo<Superior | null>()
        .as('superior'),
    ]);

const keysetOf = (query: EmployeeQuery, bulk?: boolean): KeysetPage =>
  keysetPage(query, { ...SORTS[query.sort.field], name: query.sort.field, direction: query.sort.direction, id: sql.ref('e.id') }, bulk);

/** One page and how many there are. */
export async function listEmployees(tx: ReadTx, query: EmployeeQuery): Promise<Page<EmployeeRow>> {
  const keyset = keysetOf(query);
  const matches = await conditions(tx, query);
  const [rows, count] = await Promise.all([pageRows(tx, keyset, matches), cappedCount(tx, sql`select from employees e where ${matches}`)]);
  const { rows: nodes, pageInfo } = keyset.cut(rows);
  return { nodes, pageInfo, ...count };
}

/** The whole list, as `listEmployees` would show it page by page. @throws {AppError} `export.tooLarge` */
export async function* everyEmployee(tx: ReadTx, query: EmployeeQuery): AsyncGenerator<EmployeeRow, void> {
  const matches = await conditions(tx, query);
  await refuseTooLarge(tx, sql`select from employees e where ${matches}`);
  yield* everyRow(async (after) => {
    const keyset = keysetOf({ ...query, after }, true);
    return keyset.cut(await pageRows(tx, keyset, matches));
  });
}

/** The page is cut on the table alone, then joined. */
function pageRows(tx: ReadTx, keyset: KeysetPage, matches: RawBuilder<SqlBool>) {
  return selectEmployees(tx)
    .innerJoin(
      tx
        .selectFrom('employees as e')
        .select(['e.companyId', 'e.id', keyset.key.as('key')])
        .where(matches)
        .where(keyset.condition)
        .orderBy(keyset.order)
        .limit(keyset.limit)
        .as('page'),
      (join) => join.onRef('page.companyId', '=', 'e.companyId').onRef('page.id', '=', 'e.id'),
    )
    .select('page.key')
    .orderBy(keyset.order)
    .execute();
}

async function conditions(
  tx: ReadTx,
  { reach, superiorId, employment, today, search, nissIndexes }: EmployeeQuery,
): Promise<RawBuilder<SqlBool>> {
  const all = [reachCondition(reach, REACH)];
  if (superiorId) all.push(sql<SqlBool>`e."superiorId" = ${superiorId}`);
  if (employment === 'active') all.push(sql<SqlBool>`(e."leftAt" is null or e."leftAt" >= ${today})`);
  if (employment === 'left') all.push(sql<SqlBool>`e."leftAt" < ${today}`);
  if (search) {
    const meant = await meantRows(tx, 'employees', search, reach, { companyId: 'e.companyId', id: 'e.id', searchText: 'e.searchText' });
    all.push(nissIndexes.length === 0 ? meant : sql<SqlBool>`(${meant} or e."workerNissIndex" = any (${[...nissIndexes]}::bytea[]))`);
  }
  return sql<SqlBool>`(${sql.join(all, sql` and `)})`;
}

export function findEmployee(tx: ReadTx, id: string, companyId?: string): Promise<EmployeeRow | undefined> {
  return selectEmployees(tx)
    .where('e.id', '=', id)
    .$if(companyId !== undefined, (query) => query.where('e.companyId', '=', companyId ?? ''))
    .executeTakeFirst();
}

/** Those of one company with one of these numbers, whoever may see them. */
export function findByMatricules(tx: ReadTx, companyId: string, matricules: readonly string[]): Promise<EmployeeRow[]> {
  return selectEmployees(tx)
    .where('e.companyId', '=', companyId)
    .where('e.employeeMatricule', '=', sql<string>`any (${[...matricules]}::text[])`)
    .execute();
}

/** Whose national numbers these are, by blind index. */
export async function findNissOwners(
  tx: ReadTx,
  companyId: string,
  indexes: readonly Buffer[],
): Promise<{ readonly employeeMatricule: string; readonly workerNissIndex: Buffer }[]> {
  const rows = await tx
    .selectFrom('employees')
    .select(['employeeMatricule', 'workerNissIndex'])
    .where('companyId', '=', companyId)
    .where('workerNissIndex', '=', sql<Buffer>`any (${[...indexes]}::bytea[])`)
    .execute();
  return rows.flatMap(({ employeeMatricule, workerNissIndex }) =>
    workerNissIndex === null ? [] : [{ employeeMatricule, workerNissIndex }],
  );
}

export async function companyExists(tx: ReadTx, companyId: string): Promise<boolean> {
  return (await tx.selectFrom('companies').select('id').where('id', '=', companyId).executeTakeFirst()) !== undefined;
}

interface Stored extends EmployeeFields, EmployeePlace {
  readonly searchText: string;
}

interface StoredNumber {
  readonly workerNISS: Buffer | null;
  readonly workerNissIndex: Buffer | null;
}

export async function insertEmployee(
  tx: WriteTx,
  employee: Stored &
    StoredNumber & {
      readonly id: string;
      readonly companyId: string;
      readonly createdByProfileId: string | null;
      readonly createdAt: Date;
    },
): Promise<void> {
  await tx.insertInto('employees').values(employee).execute();
}

/** @returns whether the row still had this version */
export async function updateEmployee(
  tx: WriteTx,
  at: { readonly companyId: string; readonly id: string; readonly version: number },
  changes: (Stored & Partial<StoredNumber>) | { readonly leftAt: CalendarDay | null },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('employees')
    .set({ ...changes, version: at.version + 1 })
    .where('companyId', '=', at.companyId)
    .where('id', '=', at.id)
    .where('version', '=', at.version)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** The next number for a worker whom the employer gave none: `N-0001`, counted per company. Those who ask at once wait for each other. */
export async function nextMatricule(tx: WriteTx, companyId: string): Promise<string> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`employees: next matricule of ${companyId}`}, 0))`.execute(tx);
  const { rows } = await sql<{ last: number }>`
    select coalesce(max(substring("employeeMatricule" from 3)::integer), 0) as last
    from employees
    where "companyId" = ${companyId} and "employeeMatricule" ~ '^N-[0-9]{1,9}$'`.execute(tx);
  return `N-${String((rows[0]?.last ?? 0) + 1).padStart(4, '0')}`;
}
