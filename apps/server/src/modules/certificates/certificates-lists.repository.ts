import type { CertificateFilter } from '@checkwell/domain/certificate/list';
import type { CertificateSortField } from '@checkwell/domain/certificate/sorts';
import type { Reach } from '@checkwell/domain/policy';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { ReadTx } from '../../platform/db/database.ts';
import {
  type CappedCount,
  cappedCount,
  countOfPage,
  everyRow,
  forceCustomPlan,
  forceGenericPlan,
  forceIndexScan,
  inOrderOf,
  type KeysetPage,
  keysetPage,
  knownCount,
  orderDirection,
  type PageArguments,
  refuseTooLarge,
  type SortKey,
} from '../../platform/db/keyset.ts';
import type { Page } from '../../platform/db/page.ts';
import { ownersIn, reachCondition } from '../../platform/db/reach.ts';
import { amongMatches, fewMatches, type Matches, type Narrowed } from '../../platform/db/search/search.ts';
import { meantEmployees } from '../../platform/db/search/similar.ts';
import { BY_SUPERIOR, joinedSuperior, pageBySuperior } from '../../platform/db/search/superior-order.ts';
import { asksFor, besideRow, type JoinedSuperior, withSuperiors } from '../../platform/db/search/superior-row.ts';
import type { CertificateRow } from './certificates.repository.ts';

const REACH = { companyId: 'k.companyId', superiorId: 'k.superiorId', orderedByProfileId: 'k.createdByProfileId' };

const SORTS: Readonly<Record<CertificateSortField, Pick<SortKey, 'expression' | 'type'>>> = {
  startDate: { expression: sql.ref('k.startDate'), type: 'date' },
  endDate: { expression: sql.ref('k.endDate'), type: 'date' },
  employeeLastName: { expression: sql.ref('e.nameOrder'), type: 'text' },
  createdAt: { expression: sql.ref('k.createdAt'), type: 'timestamptz' },
  certifType: { expression: sql.ref('k.certifType'), type: 'certif_type' },
  superior: BY_SUPERIOR,
};

export interface CertificateQuery extends PageArguments {
  readonly reach: Reach;
  readonly filter: CertificateFilter;
  /** Blind indexes of the national number that the search is; none when it is none. */
  readonly nissIndexes: readonly Buffer[];
  readonly sort: { readonly field: CertificateSortField; readonly direction: 'asc' | 'desc' };
  /** Columns to read besides the ids of the row; null: all that any reader sees. */
  readonly fields: readonly (keyof CertificateRow)[] | null;
}

/** Columns that lists show: of the certificate, and of its employee. */
const LISTED = [
  'id',
  'companyId',
  'employeeId',
  'superiorId',
  'startDate',
  'endDate',
  'incapacityReason',
  'authorizedExit',
  'doctorName',
  'entryType',
  'certifType',
  'documentId',
  'isCheckRequestLaunched',
  'source',
  'createdAt',
  'version',
] as const satisfies readonly (keyof CertificateRow)[];
const LISTED_OF_EMPLOYEE = [
  'employeeMatricule',
  'employeeFirstName',
  'employeeLastName',
  'employeeLanguage',
  'employeeGender',
  'employeePhoneNumber',
  'employeeAddress',
  'function',
] as const satisfies readonly (keyof CertificateRow)[];

/**
 * The columns that are read of the rows `k`, and the joins that they need. The join with employees is always made: a certificate whose employee the actor
 * does not see is in no list.
 */
function selection({ fields }: CertificateQuery): { readonly columns: RawBuilder<unknown>; readonly joins: RawBuilder<unknown> } {
  const asks = asksFor(fields);
  const beside = besideRow('k', asks);
  const columns = [
    ...LISTED.filter(asks).map((name) => sql.ref(`k.${name}`)),
    ...LISTED_OF_EMPLOYEE.filter(asks).map((name) => sql.ref(`e.${name}`)),
    ...beside.columns,
  ];
  const employee = sql`join employees e on e."companyId" = k."companyId" and e.id = k."employeeId"`;
  return { columns: sql.join(columns), joins: sql.join([employee, ...beside.joins], sql` `) };
}

/** A row of a list: what `selection` reads. */
type ListedRow = CertificateRow & JoinedSuperior;

const sortKeyOf = ({ sort }: CertificateQuery): SortKey => ({
  ...SORTS[sort.field],
  name: sort.field,
  direction: sort.direction,
  id: sql.ref('k.id'),
});

/** One page, and the number of all rows. */
export async function listCertificates(tx: ReadTx, query: CertificateQuery): Promise<Page<CertificateRow>> {
  const keyset = keysetPage(query, sortKeyOf(query));
  if (hasDays(query)) await forceCustomPlan(tx);
  const narrowed = await conditions(tx, query);
  const counting = () => cappedCount(tx, sql`select from certificates k where ${narrowed.where}`);
  if (isWhole(query)) {
    // Sent together in one round trip, in this order.
    const [, counted, found] = await Promise.all([
      forceGenericPlan(tx),
      query.lookups ? null : counting(),
      pageRows(tx, query, keyset, { ...narrowed, isShort: false, isScan: NAMED_BY[query.sort.field] === undefined }),
    ]);
    const { rows: page, pageInfo } = keyset.cut(found);
    const nodes = withSuperiors<CertificateRow>(query.fields, page);
    return { nodes, pageInfo, ...(counted ?? countOfPage(nodes, pageInfo)) };
  }
  const count = query.lookups ? null : (narrowed.count ?? (await counting()));
  const isShort = count !== null && !count.totalCountCapped;
  if (query.reach.kind === 'companies' && !narrowed.few && !isShort) await forceIndexScan(tx);
  const rows = await pageRows(tx, query, keyset, { ...narrowed, isShort, isScan: false });
  const { rows: page, pageInfo } = keyset.cut(rows);
  const nodes = withSuperiors<CertificateRow>(query.fields, page);
  return { nodes, pageInfo, ...(count ?? countOfPage(nodes, pageInfo)) };
}

/** Whether it is a company as a whole: every order of it has an index. */
const isWhole = ({ reach, filter: { companyId: _company, ...filter } }: CertificateQuery): boolean =>
  reach.kind === 'companies' && reach.companies.length === 1 && reach.companies[0]?.own === null && !Object.values(filter).some(Boolean);

/** The whole list, as `listCertificates` would show it page by page. @throws {AppError} `export.tooLarge` */
export async function* everyCertificate(tx: ReadTx, query: CertificateQuery): AsyncGenerator<readonly CertificateRow[], void> {
  const narrowed = await conditions(tx, query);
  await refuseTooLarge(tx, sql`select from certificates k where ${narrowed.where}`);
  const { expression, direction } = sortKeyOf(query);
  const order = sql`${expression} ${orderDirection(direction)}, k.id ${orderDirection(direction)}`;
  const keys = sql`select k."companyId", k.id from certificates k ${NAMED_BY[query.sort.field] ?? sql``}
    where ${narrowed.where} order by ${order}`;
  const { columns, joins } = selection(query);
  yield* everyRow(tx, keys, async (some) => {
    const { rows } = await sql<ListedRow>`select ${columns} from ${inOrderOf(some)}
      join certificates k on k."companyId" = keys."companyId" and k.id = keys.id ${joins} order by keys.place`.execute(tx);
    return withSuperiors<CertificateRow>(query.fields, rows);
  });
}

/** Orders that go along with the days that filters look at. */
const DATED_SORTS: readonly CertificateSortField[] = ['startDate', 'endDate', 'createdAt'];

/** Orders of which an index knows nothing of days: what is active is found first, some thousands, and sorted. */
const DAYLESS_SORTS: readonly CertificateSortField[] = ['certifType', 'superior'];

const hasDays = ({ filter: { from, to, activeOn } }: CertificateQuery): boolean => Boolean(from ?? to ?? activeOn);

/** The page is cut on the table alone (plus the table of the name that it is sorted by), then joined. */
async function pageRows(tx: ReadTx, query: CertificateQuery, keyset: KeysetPage, narrowed: Cut) {
  const direction = orderDirection(query.sort.direction);
  const { columns, joins } = selection(query);
  const cut = cutOf(query, keyset, narrowed);
  const page = sql.ref(narrowed.isScan ? 'k' : 'page');
  const from = narrowed.isScan
    ? sql`(${cut}) k`
    : sql`(${cut}) page join certificates k on k."companyId" = page."companyId" and k.id = page.id`;
  const { rows } = await sql<ListedRow & { readonly key: string }>`
    select ${columns}, ${page}.key from ${from} ${joins} order by ${page}.sort ${direction}, ${page}.id ${direction}`.execute(tx);
  return rows;
}

interface Cut extends Narrowed {
  /** The list was counted to its end: found first, and sorted then, whatever narrows it; an index scan in order might pass by all others. */
  readonly isShort: boolean;
  /** The page is one scan of the index of its order, which reads the rows themselves. */
  readonly isScan: boolean;
}

/** The page's rows, as `companyId`, `id` (for a scan all columns), `key`, `sort`. */
function cutOf({ sort, filter, reach }: CertificateQuery, keyset: KeysetPage, { where, few, isShort, isScan }: Cut): RawBuilder<unknown> {
  // The scan would pass the oldest, years of them, before the first that is still running: those are found first, then sorted.
  const startsOutside = sort.direction === 'asc' && DATED_SORTS.includes(sort.field) && Boolean(filter.activeOn ?? filter.from);
  const findsFirst = isShort || (!few && (startsOutside || (DAYLESS_SORTS.includes(sort.field) && Boolean(filter.activeOn))));
  if (sort.field === 'superior' && !few && !findsFirst) return pageBySuperior('certificates', 'k', keyset, where);
  const direction = orderDirection(sort.direction);
  const first = sql`order by k.sort ${direction}, k.id ${direction} limit ${keyset.limit}`;
  const rows = (of: RawBuilder<SqlBool>) => sql`
    select ${isScan ? sql`k.*` : sql`k."companyId", k.id`}, ${keyset.key} as key, ${keyset.expression} as sort
    from certificates k ${NAMED_BY[sort.field] ?? sql``} where ${of} and ${keyset.condition}`;
  if (findsFirst) return sql`select * from (${rows(where)} offset 0) k ${first}`;
  const oneCompany = reach.kind === 'companies' && reach.companies.length < 2;
  if (oneCompany || few) return sql`${rows(where)} order by ${keyset.order} limit ${keyset.limit}`;
  // Several companies: a page of each on its own index, then the first rows of all. One over all would sort everything.
  return sql`select k.* from companies c cross join lateral (
    ${rows(sql<SqlBool>`k."companyId" = c.id and ${where}`)} order by ${keyset.order} limit ${keyset.limit}) k ${first}`;
}

/** Joins that a list needs to be sorted by a name. */
const NAMED_BY: Partial<Record<CertificateSortField, RawBuilder<unknown>>> = {
  employeeLastName: sql`join employees e on e."companyId" = k."companyId" and e.id = k."employeeId"`,
  superior: joinedSuperior('k'),
};

/** @returns also how many they are, if that is known already */
async function conditions(
  tx: ReadTx,
  { reach, filter, nissIndexes, sort, lookups }: CertificateQuery,
): Promise<Narrowed & { readonly count: CappedCount | null }> {
  const { superiorId, entryType, certifType, incapacityReason, from, to, activeOn, employeeId, search } = filter;
  const all = [reachCondition(reach, REACH)];
  let few = Boolean(employeeId);
  if (superiorId) all.push(sql<SqlBool>`k."superiorId" = ${superiorId}`);
  if (employeeId) all.push(sql<SqlBool>`k."employeeId" = ${employeeId}`);
  if (entryType) all.push(sql<SqlBool>`k."entryType" = ${entryType}`);
  if (certifType) all.push(sql<SqlBool>`k."certifType" = ${certifType}`);
  if (incapacityReason) all.push(sql<SqlBool>`k."incapacityReason" = ${incapacityReason}`);
  if (from) all.push(sql<SqlBool>`k."endDate" >= ${from}`);
  if (to) all.push(sql<SqlBool>`k."startDate" <= ${to}`);
  if (activeOn) all.push(sql<SqlBool>`${activeOn} between k."startDate" and k."endDate"`);
  if (search) {
    const meantByNumber = await ownersOf(tx, reach, nissIndexes);
    const columns = { companyId: 'k.companyId', id: 'k.employeeId', searchText: 'k.searchText' };
    const meant =
      meantByNumber.ids.length > 0
        ? { where: amongMatches(meantByNumber, columns), few: true }
        : await meantEmployees(tx, search, reach, { ...columns, byDate: DATED_SORTS.includes(sort.field) }, lookups);
    all.push(meant.where);
    few ||= meant.few;
  }
  const owners = ownersIn(reach);
  const looksUpKind = !few && Boolean(incapacityReason ?? certifType) && reach.kind !== 'none';
  const rare = looksUpKind
    ? await fewMatches(
        tx,
        reach,
        (bounds) => sql`app.certificates_of_kind(${incapacityReason ?? null}::incapacity_type, ${certifType ?? null}::certif_type,
          ${entryType ?? null}::entry_type, ${superiorId ?? null}::uuid, ${owners.superiors}::uuid[], ${owners.profiles}::uuid[], ${bounds})`,
      )
    : null;
  if (rare) all.push(amongMatches(rare, { companyId: 'k.companyId', id: 'k.id' }));
  const isAllOfKind = [employeeId, from, to, activeOn, search].every((value) => !value);
  return {
    where: sql<SqlBool>`(${sql.join(all, sql` and `)})`,
    few: few || rare !== null,
    count: looksUpKind && isAllOfKind ? knownCount(rare?.ids.length ?? null) : null,
  };
}

/** The employees who have the national number that was typed. */
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
