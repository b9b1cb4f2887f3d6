import type { CalendarDay } from '@checkwell/domain/clock';
import type { Superior } from '@checkwell/domain/identity/superior';
import type { EmployeeSortField, Employment, Gender, WorkerLanguage } from '@checkwell/domain/people/enums';
import type { GeoPrecision } from '@checkwell/domain/planning/geo';
import type { Reach } from '@checkwell/domain/policy';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { ReadTx, WriteTx } from '../../platform/db/database.ts';
import {
  cappedCount,
  countOfPage,
  everyRow,
  forceGenericPlan,
  inOrderOf,
  type KeysetPage,
  keysetPage,
  orderDirection,
  type PageArguments,
  refuseTooLarge,
  type SortKey,
} from '../../platform/db/keyset.ts';
import { lockName } from '../../platform/db/locked.ts';
import type { Page } from '../../platform/db/page.ts';
import { reachCondition } from '../../platform/db/reach.ts';
import type { Narrowed } from '../../platform/db/search/search.ts';
import { foldedOrder, meantEmployees } from '../../platform/db/search/similar.ts';
import { BY_SUPERIOR, joinedSuperior, pageBySuperior } from '../../platform/db/search/superior-order.ts';
import { asksFor, besideRow, type JoinedSuperior, superiorOf, withSuperiors } from '../../platform/db/search/superior-row.ts';

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

/** Coordinates of the address and their precision: all three, or none. */
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
  employeeLastName: { expression: sql.ref('e.nameOrder'), type: 'text' },
  employeeMatricule: { expression: sql.ref('e.employeeMatricule'), type: 'text' },
  function: { expression: foldedOrder('e.function'), type: 'text' },
  superior: BY_SUPERIOR,
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
  /** Columns to read besides the ids of the row; null: all that any reader sees. */
  readonly fields: readonly (keyof EmployeeRow)[] | null;
}

const selectEmployees = (tx: ReadTx) =>
  tx
    .selectFrom('employees as e')
    .innerJoin('companies as c', 'c.id', 'e.companyId')
    .select([
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
      superiorOf('e'),
    ]);

/** Columns of the table that lists show. */
const LISTED = [
  'id',
  'companyId',
  'employeeMatricule',
  'employeeFirstName',
  'employeeLastName',
  'employeeLanguage',
  'employeeGender',
  'employeePhoneNumber',
  'employeeAddress',
  'function',
  'subEmployee',
  'superiorId',
  'workerNISS',
  'leftAt',
  'version',
] as const satisfies readonly (keyof EmployeeRow)[];

/** The columns that are read of the rows `e`, and the joins that they need. */
function selection({ fields }: EmployeeQuery): { readonly columns: RawBuilder<unknown>; readonly joins: RawBuilder<unknown> } {
  const asks = asksFor(fields);
  const beside = besideRow('e', asks);
  const columns = [...LISTED.filter(asks).map((name) => sql.ref(`e.${name}`)), ...beside.columns];
  return { columns: sql.join(columns), joins: sql.join(beside.joins, sql` `) };
}

/** A row of a list: what `selection` reads. */
type ListedRow = EmployeeRow & JoinedSuperior;

const sortKeyOf = ({ sort }: EmployeeQuery): SortKey => ({
  ...SORTS[sort.field],
  name: sort.field,
  direction: sort.direction,
  id: sql.ref('e.id'),
});

/** One page, and the number of all rows. */
export async function listEmployees(tx: ReadTx, query: EmployeeQuery): Promise<Page<EmployeeRow>> {
  const keyset = keysetPage(query, sortKeyOf(query));
  const matches = await conditions(tx, query);
  const isWhole = query.reach.kind === 'companies' && !query.search && !query.superiorId && query.employment !== 'left';
  const [, rows, count] = await Promise.all([
    isWhole ? forceGenericPlan(tx) : null,
    pageRows(tx, query, keyset, { ...matches, isScan: isWhole && query.sort.field !== 'superior' }),
    query.lookups ? null : cappedCount(tx, sql`select from employees e where ${matches.where}`),
  ]);
  const { rows: page, pageInfo } = keyset.cut(rows);
  const nodes = withSuperiors<EmployeeRow>(query.fields, page);
  return { nodes, pageInfo, ...(count ?? countOfPage(nodes, pageInfo)) };
}

/** The whole list, as `listEmployees` would show it page by page. @throws {AppError} `export.tooLarge` */
export async function* everyEmployee(tx: ReadTx, query: EmployeeQuery): AsyncGenerator<readonly EmployeeRow[], void> {
  const matches = await conditions(tx, query);
  await refuseTooLarge(tx, sql`select from employees e where ${matches.where}`);
  const { expression, direction } = sortKeyOf(query);
  const keys = sql`select e."companyId", e.id from employees e ${namedBy(query)} where ${matches.where}
    order by ${expression} ${orderDirection(direction)}, e.id ${orderDirection(direction)}`;
  const { columns, joins } = selection(query);
  yield* everyRow(tx, keys, async (some) => {
    const { rows } = await sql<ListedRow>`select ${columns} from ${inOrderOf(some)}
      join employees e on e."companyId" = keys."companyId" and e.id = keys.id ${joins} order by keys.place`.execute(tx);
    return withSuperiors<EmployeeRow>(query.fields, rows);
  });
}

/** The join that the list needs to be sorted by the name of the superior. */
const namedBy = ({ sort }: Pick<EmployeeQuery, 'sort'>) => (sort.field === 'superior' ? joinedSuperior('e') : sql``);

interface Cut extends Narrowed {
  /** The page is one scan of the index of its order, which reads the rows themselves. */
  readonly isScan: boolean;
}

/** The page is cut on the table alone (and on the superior whose name is the order), then joined. */
async function pageRows(tx: ReadTx, query: EmployeeQuery, keyset: KeysetPage, { where, few, isScan }: Cut) {
  const { sort } = query;
  const cut =
    sort.field === 'superior' && !few
      ? pageBySuperior('employees', 'e', keyset, where)
      : sql`
    select ${isScan ? sql`e.*` : sql`e."companyId", e.id`}, ${keyset.key} as key, ${keyset.expression} as sort from employees e
    ${namedBy(query)}
    where ${where} and ${keyset.condition} order by ${keyset.order} limit ${keyset.limit}`;
  const direction = orderDirection(sort.direction);
  const { columns, joins } = selection(query);
  const page = sql.ref(isScan ? 'e' : 'page');
  const from = isScan ? sql`(${cut}) e` : sql`(${cut}) page join employees e on e."companyId" = page."companyId" and e.id = page.id`;
  const { rows } = await sql<ListedRow & { readonly key: string }>`
    select ${columns}, ${page}.key from ${from} ${joins} order by ${page}.sort ${direction}, ${page}.id ${direction}`.execute(tx);
  return rows;
}

async function conditions(tx: ReadTx, query: EmployeeQuery): Promise<Narrowed> {
  const { reach, superiorId, employment, today, search, nissIndexes, lookups } = query;
  // Nobody's: what erased checks refer to. Those who work here are told apart by their last day.
  const all = [reachCondition(reach, REACH), ...(employment === 'active' ? [] : [sql<SqlBool>`not e."isErased"`])];
  let few = false;
  if (superiorId) all.push(sql<SqlBool>`e."superiorId" = ${superiorId}`);
  if (employment === 'active') all.push(sql<SqlBool>`(e."leftAt" is null or e."leftAt" >= ${today})`);
  if (employment === 'left') all.push(sql<SqlBool>`e."leftAt" < ${today}`);
  if (search) {
    const columns = { companyId: 'e.companyId', id: 'e.id', searchText: 'e.searchText' };
    const meant = await meantEmployees(tx, search, reach, columns, lookups);
    few = meant.few && nissIndexes.length === 0;
    all.push(
      nissIndexes.length === 0 ? meant.where : sql<SqlBool>`(${meant.where} or e."workerNissIndex" = any (${[...nissIndexes]}::bytea[]))`,
    );
  }
  return { where: sql<SqlBool>`(${sql.join(all, sql` and `)})`, few };
}

export function findEmployee(tx: ReadTx, id: string, companyId?: string): Promise<EmployeeRow | undefined> {
  return selectEmployees(tx)
    .where('e.id', '=', id)
    .where('e.isErased', '=', false)
    .$if(companyId !== undefined, (query) => query.where('e.companyId', '=', companyId ?? ''))
    .executeTakeFirst();
}

export function findEmployees(tx: ReadTx, ids: readonly string[]): Promise<EmployeeRow[]> {
  return selectEmployees(tx)
    .where('e.id', 'in', [...ids])
    .execute();
}

/** Employees of the company with one of these numbers, regardless of who may see them. */
export function findByMatricules(tx: ReadTx, companyId: string, matricules: readonly string[]): Promise<EmployeeRow[]> {
  return selectEmployees(tx)
    .where('e.companyId', '=', companyId)
    .where('e.employeeMatricule', '=', sql<string>`any (${[...matricules]}::text[])`)
    .execute();
}

/** The employees who have these national numbers, found by blind index. */
export async function findNissOwners(
  tx: ReadTx,
  companyId: string,
  indexes: readonly Buffer[],
): Promise<{ readonly id: string; readonly employeeMatricule: string; readonly workerNissIndex: Buffer }[]> {
  const rows = await tx
    .selectFrom('employees')
    .select(['id', 'employeeMatricule', 'workerNissIndex'])
    .where('companyId', '=', companyId)
    .where('workerNissIndex', '=', sql<Buffer>`any (${[...indexes]}::bytea[])`)
    .execute();
  return rows.flatMap(({ id, employeeMatricule, workerNissIndex }) =>
    workerNissIndex === null ? [] : [{ id, employeeMatricule, workerNissIndex }],
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

/** More digits are numbers of the employer's own. */
const MAX_MATRICULE = 999_999_999;

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

/**
 * The next number for a worker whom the employer gave none: `N-0001`, counted per company, up to nine digits; then the lowest that is free. Those
 * who ask at once wait for each other.
 */
export async function nextMatricule(tx: WriteTx, companyId: string): Promise<string> {
  await lockName(tx, `next matricule of ${companyId}`);
  const { rows } = await sql<{ next: number }>`
    with used as (
      select substring("employeeMatricule" from 3)::integer as number from employees
      where "companyId" = ${companyId} and "employeeMatricule" ~ '^N-[0-9]{1,9}$'
      union all select 0)
    select case
      when max(number) < ${MAX_MATRICULE} then max(number)
      else (select min(u.number) from used u where not exists (select from used n where n.number = u.number + 1))
    end + 1 as next
    from used`.execute(tx);
  return `N-${String(rows[0]?.next ?? 1).padStart(4, '0')}`;
}
