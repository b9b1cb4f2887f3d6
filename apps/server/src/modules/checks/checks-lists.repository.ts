import { type CheckOccurence, REPORTED_OCCURRENCES } from '@checkwell/domain/check/enums';
import type { CheckFilter } from '@checkwell/domain/check/list';
import type { CheckSort, CheckSortField, ReportSort, ReportSortField } from '@checkwell/domain/check/sorts';
import { ANNOUNCED_LOCATIONS, type AppointmentPrecision } from '@checkwell/domain/check/times/announcement';
import { UNTOLD_STATES } from '@checkwell/domain/check/times/told';
import { workerSeenSince } from '@checkwell/domain/check/worker-visibility';
import { addDays, dayOf, instantAt } from '@checkwell/domain/clock';
import type { Reach } from '@checkwell/domain/policy';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { ReadTx } from '../../platform/db/database.ts';
import { constants } from '../../platform/db/fragments.ts';
import {
  type CappedCount,
  COUNT_CAP,
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
  orWhenNull,
  type PageArguments,
  type PageInfo,
  refuseTooLarge,
  type SortKey,
} from '../../platform/db/keyset.ts';
import { ownersIn, reachCondition } from '../../platform/db/reach.ts';
import { amongMatches, fewMatches, type Matches, matchingRows, searchCondition, searchPatterns } from '../../platform/db/search/search.ts';
import { ownSuperiorOrder } from '../../platform/db/search/similar.ts';
import { type CheckRecord, type Links, REACH_COLUMNS, selection } from './checks.repository.ts';

/** Checks in progress, missions of a doctor (a part of them), or reports. */
export type CheckList = 'open' | 'missions' | 'archived';

/** A check of a list: of a record the values that the query names, and these. */
export type CheckRow = Pick<CheckRecord, 'id' | 'companyId' | 'version' | 'status'> & Partial<CheckRecord>;

export interface CheckPage {
  readonly rows: readonly CheckRow[];
  readonly pageInfo: PageInfo;
  readonly count: CappedCount;
}

/** A list and what it is sorted by: what the one has no column of, it cannot be sorted by. */
type SortedList =
  | { readonly kind: Exclude<CheckList, 'archived'>; readonly sort: CheckSort }
  | { readonly kind: 'archived'; readonly sort: ReportSort };

export type CheckQuery = SortedList & {
  readonly reach: Reach;
  /** How exactly the reader knows appointments: readers who know only the day learn no order within it. */
  readonly appointments: AppointmentPrecision;
  /** Whether reports hold the checks that were deleted as administrative errors. */
  readonly seesDeleted: boolean;
  readonly links: Links;
  /** What of each record is read; null: all of it. */
  readonly fields: readonly (keyof CheckRecord)[] | null;
  readonly filter: CheckFilter;
  readonly args: PageArguments;
  readonly now: Date;
};

/** One page and how many there are. */
export async function findPage(tx: ReadTx, query: CheckQuery): Promise<CheckPage> {
  const { reach } = query;
  const page = keysetPage(query.args, sortKey(query));
  const { where, found, known } = await conditions(tx, query);
  const isWhole = !isNarrowed(query);
  // Sent together in one round trip, in this order.
  const planning = isWhole && isScannedInOrder(query) ? forceGenericPlan(tx) : null;
  const counting = query.args.lookups ? null : (known ?? cappedCount(tx, counted(reach, where)));
  if (isWhole) {
    const [rows, count] = await Promise.all([pageRows(tx, query, where, page, false), counting, planning]);
    return pageOf(page, rows, count);
  }
  const count = await counting;
  const isFew = count ? !count.totalCountCapped : found !== null && found <= COUNT_CAP;
  if (reach.kind === 'companies' && !isFew) await forceIndexScan(tx);
  return pageOf(page, await pageRows(tx, query, where, page, isFew), count);
}

/**
 * Whether an index of a company goes along the order. Of checks in progress one does: for any other order PostgreSQL, which takes them for a
 * tenth of all checks, would scan an index of all, where a bitmap of the few is fast.
 */
const isScannedInOrder = ({ kind, reach, sort, filter: { search } }: CheckQuery): boolean =>
  reach.kind === 'companies' && !search && (kind === 'archived' || sort.field === 'creationDate');

/** Whether how many reports there are says how their page is best cut: of a company's reports as a whole every order has an index. */
function isNarrowed({ kind, reach, filter: { companyId: _company, ...filter } }: CheckQuery): boolean {
  if (kind !== 'archived') return false;
  const isWhole = reach.kind === 'any' || (reach.kind === 'companies' && reach.companies.every(({ own }) => own === null));
  return !isWhole || Object.values(filter).some(Boolean);
}

function pageOf(page: KeysetPage, found: Awaited<ReturnType<typeof pageRows>>, count: CappedCount | null): CheckPage {
  const { rows, pageInfo } = page.cut(found);
  return { rows, pageInfo, count: count ?? countOfPage(rows, pageInfo) };
}

/** The whole list, as `findPage` would show it page by page. @throws {AppError} `export.tooLarge` */
export async function* everyCheck(tx: ReadTx, query: CheckQuery): AsyncGenerator<readonly CheckRow[], void> {
  const { reach, links, fields } = query;
  const { where } = await conditions(tx, query);
  await refuseTooLarge(tx, counted(reach, where));
  const { expression } = sortKey(query);
  const direction = orderDirection(query.sort.direction);
  const { columns, joins } = selection(links, fields);
  const keys = sql`select c."companyId", c.id from ${sourceOf(reach)} c where ${and([...where, reachCondition(reach, REACH_COLUMNS)])}
    order by ${expression} ${direction}, c.id ${direction}`;
  yield* everyRow(tx, keys, async (some) => {
    const { rows } = await sql<CheckRecord>`select ${columns} from ${inOrderOf(some)}
      join checks c on c."companyId" = keys."companyId" and c.id = keys.id ${joins} order by keys.place`.execute(tx);
    return rows;
  });
}

interface Conditions {
  readonly where: readonly RawBuilder<SqlBool>[];
  /** How many rows a search or the outcomes alone found, before any other filter; null: many, or neither was asked for. */
  readonly found: number | null;
  /** How many they are, if that is known already. */
  readonly known: CappedCount | null;
}

async function conditions(tx: ReadTx, query: CheckQuery): Promise<Conditions> {
  const { kind, reach, seesDeleted, filter: asked, now, args } = query;
  const filter = seesDeleted ? asked : { ...asked, checkOccurence: asked.checkOccurence?.filter(isReported) };
  const patterns = searchPatterns(filter.search);
  // One tenant is small enough for any plan.
  if (reach.kind === 'any') await forceCustomPlan(tx);
  const matches = await matchingRows(tx, 'checks', patterns, reach, args.lookups);
  const outcomes = kind === 'archived' && matches === null && reach.kind === 'companies' ? filter.checkOccurence : null;
  const { checkTiming = null, checkLocation = null, superiorId = null, checkOccurence: _outcomes, companyId: _company, ...others } = filter;
  const owners = ownersIn(reach);
  const rare = outcomes
    ? await fewMatches(
        tx,
        reach,
        (bounds) => sql`app.reports_of_outcome(${outcomes}::check_occurence[], ${checkTiming}::check_timing,
          ${checkLocation}::check_location, ${superiorId}::uuid, ${owners.superiors}::uuid[], ${owners.profiles}::uuid[], ${bounds})`,
      )
    : null;
  const where = [
    ...LIST_CONDITIONS[kind],
    // The reach of all other roles is narrowed by the company; a doctor reaches their own missions of all companies.
    ...(reach.kind === 'doctor' && filter.companyId ? [sql<SqlBool>`c."companyId" = ${filter.companyId}`] : []),
    ...(kind === 'archived' && !seesDeleted ? [sql<SqlBool>`c."checkOccurence" <> 'Deleted'`] : []),
    ...filterConditions(query, filter, now),
    searched(patterns, matches),
    ...(rare ? [amongMatches(rare, { companyId: 'c.companyId', id: 'c.id' })] : []),
    ...findable(reach, patterns, now),
  ];
  const isAllOfOutcome = Boolean(outcomes) && Object.values(others).every((value) => !value);
  return { where, found: (matches ?? rare)?.ids.length ?? null, known: isAllOfOutcome ? knownCount(rare?.ids.length ?? null) : null };
}

const isReported = (occurrence: CheckOccurence): boolean => (REPORTED_OCCURRENCES as readonly CheckOccurence[]).includes(occurrence);

const counted = (reach: Reach, where: readonly RawBuilder<SqlBool>[]): RawBuilder<unknown> =>
  sql`select from ${sourceOf(reach)} c where ${and([...where, reachCondition(reach, REACH_COLUMNS)])}`;

/** Cut on an index of the tenant first, then joined (design.md 5). */
async function pageRows(tx: ReadTx, query: CheckQuery, where: readonly RawBuilder<SqlBool>[], page: KeysetPage, few: boolean) {
  const direction = orderDirection(query.sort.direction);
  const { columns, joins } = selection(query.links, query.fields);
  const isScan = isOneIndexScan(query, few);
  const cutPage = cut(query, where, page, { few, columns: isScan ? sql`c.*` : KEYS });
  const rowsOfPage = isScan
    ? sql`(${cutPage}) c`
    : sql`(${cutPage}) page join checks c on c."companyId" = page."companyId" and c.id = page.id`;
  const from = sql.ref(isScan ? 'c' : 'page');
  const { rows } = await sql<CheckRow & { readonly key: string }>`
    select ${columns}, ${from}.key from ${rowsOfPage} ${joins} order by ${from}.sort ${direction}, ${from}.id ${direction}`.execute(tx);
  return rows;
}

const KEYS = sql`c."companyId", c.id`;

/** Whether the page is one index scan, which reads the rows themselves. */
const isOneIndexScan = (query: CheckQuery, few: boolean): boolean =>
  !few &&
  !startsOutside(query, query.filter, query.now) &&
  (query.reach.kind === 'companies' ? query.reach.companies.length === 1 : query.reach.kind === 'doctor');

/** Readers who see all checks query the view (migration 0001), which checks that once. */
const sourceOf = ({ kind }: Reach): RawBuilder<unknown> => (kind === 'any' ? sql`app.provider_checks` : sql`checks`);

/**
 * The page's rows in order: `columns` (at least `KEYS`), `key`, `sort`.
 * @param few the whole list is no more than what is counted: found first, sorted then; an index scan in order might pass millions of others
 */
function cut(
  query: CheckQuery,
  where: readonly RawBuilder<SqlBool>[],
  page: KeysetPage,
  { few, columns }: { readonly few: boolean; readonly columns: RawBuilder<unknown> },
): RawBuilder<unknown> {
  const { reach, filter, now } = query;
  const { expression } = sortKey(query);
  const direction = orderDirection(query.sort.direction);
  const fence = startsOutside(query, filter, now);
  const select = (reached: RawBuilder<SqlBool>) => {
    if (few)
      return sql`
        select c."companyId", c.id, ${page.key} as key, ${expression} as sort
        from (select c."companyId", c.id from ${sourceOf(reach)} c where ${and([...where, reached])} offset 0) found cross join lateral (
          select * from ${sourceOf(reach)} c where c."companyId" = found."companyId" and c.id = found.id offset 0) c
        where ${page.condition} order by ${page.order} limit ${page.limit}`;
    const of = sql`from ${sourceOf(reach)} c where ${and([...where, page.condition, reached])}`;
    return fence
      ? sql`
        select c."companyId", c.id, c.sort::text as key, c.sort from (select c."companyId", c.id, ${expression} as sort ${of} offset 0) c
        order by c.sort ${direction}, c.id ${direction} limit ${page.limit}`
      : sql`select ${columns}, ${page.key} as key, ${expression} as sort ${of} order by ${page.order} limit ${page.limit}`;
  };
  if (reach.kind !== 'companies' || reach.companies.length < 2) return select(reachCondition(reach, REACH_COLUMNS));
  // Several companies: a page of each on its own index, then the first rows of all. One over all would sort everything.
  const pages = reach.companies.map(
    (company) => sql`(${select(reachCondition({ kind: 'companies', companies: [company] }, REACH_COLUMNS))})`,
  );
  return sql`select * from (${sql.join(pages, sql` union all `)}) c order by c.sort ${direction}, c.id ${direction} limit ${page.limit}`;
}

/** Orders that go along with the days that the filter of reports looks at. */
const DATED_SORTS: readonly ReportSortField[] = ['archivedAt', 'creationDate', 'incapacityStartDate', 'incapacityEndDate'];
/** Orders in which hundreds of thousands have the same value: these go by age, so that the few days of a filter come last. */
const TIED_SORTS: readonly ReportSortField[] = ['checkOccurence', 'doctorFullName', 'newIncapacityEndDate', 'companyTotalPrice'];
const RECENT_DAYS = 31;

/**
 * Whether an index scan in order would begin in days that the filter leaves out, years of them perhaps. PostgreSQL does not know
 * that the two go along and would scan; `offset 0` makes it find the days first and sort what it found.
 */
function startsOutside(list: SortedList, { from, to }: CheckFilter, now: Date): boolean {
  if (list.kind !== 'archived') return false;
  const { field, direction } = list.sort;
  if (TIED_SORTS.includes(field))
    return direction === 'asc' && Boolean(from) && (from as string) >= addDays(to ?? dayOf(now), -RECENT_DAYS);
  if (!DATED_SORTS.includes(field)) return false;
  return direction === 'asc' ? Boolean(from) : Boolean(to) && (to as string) < addDays(dayOf(now), -RECENT_DAYS);
}

const and = (conditions: readonly RawBuilder<SqlBool>[]): RawBuilder<SqlBool> => sql<SqlBool>`${sql.join([...conditions], sql` and `)}`;

/** Written as the partial indexes have them. */
const LIST_CONDITIONS: Record<CheckList, readonly RawBuilder<SqlBool>[]> = {
  open: [sql<SqlBool>`c.status <> 'Archived'`],
  missions: [sql<SqlBool>`c.status = 'WaitingForCheck'`],
  archived: [sql<SqlBool>`c.status = 'Archived'`],
};

function filterConditions(list: SortedList, filter: CheckFilter, now: Date): RawBuilder<SqlBool>[] {
  const {
    superiorId,
    status,
    checkTiming,
    checkLocation,
    checkOccurence,
    commentReview,
    employeeId,
    certificateId,
    doctorId,
    doctorSearch,
    employeeNotTold,
    otherAddress,
    resultHeld,
  } = filter;
  const equals = (column: string, value: string | null | undefined) => (value ? [sql<SqlBool>`${sql.ref(`c.${column}`)} = ${value}`] : []);
  return [
    ...equals('superiorId', superiorId),
    ...equals('employeeId', employeeId),
    ...equals('certificateId', certificateId),
    ...equals('doctorId', doctorId),
    ...equals('checkTiming', checkTiming),
    ...equals('checkLocation', checkLocation),
    ...(status ? [sql<SqlBool>`c.status = any (${status}::check_status[])`] : []),
    ...(checkOccurence ? [sql<SqlBool>`c."checkOccurence" = any (${checkOccurence}::check_occurence[])`] : []),
    ...(commentReview ? [sql<SqlBool>`c."commentReview" = any (${commentReview}::comment_review[])`] : []),
    ...(doctorSearch
      ? [
          sql<SqlBool>`${doctorSearch} = (select state from doctor_searches s where s."companyId" = c."companyId" and s."checkId" = c.id
            order by "startedAt" desc limit 1)`,
        ]
      : []),
    // Written like the index `checks_not_told`, so that it is used (migration 0061).
    ...(employeeNotTold
      ? [
          sql<SqlBool>`c.status = 'WaitingForCheck' and c."employeeTold" in ${constants(UNTOLD_STATES)}
            and c."appointmentStart" > ${now}`,
        ]
      : []),
    ...(otherAddress
      ? [
          sql<SqlBool>`c.status = 'WaitingForCheck' and exists (select from employee_addresses a
            where a."companyId" = c."companyId" and a."checkId" = c.id and a."otherPlace" and a."reviewedAt" is null)`,
        ]
      : []),
    // Written like the index `checks_result_held`, so that it is used (migration 0089).
    ...(resultHeld ? [sql<SqlBool>`c."resultHeldAt" is not null`] : []),
    ...dayConditions(list, filter),
  ];
}

/** The days of the list, asked of what it is sorted by where that is their moment: one scan of one index. */
function dayConditions(list: SortedList, { from, to }: CheckFilter): RawBuilder<SqlBool>[] {
  const byDay = list.kind === 'archived' && ARCHIVED_SORTS[list.sort.field] !== REPORT_MOMENT;
  if (byDay) {
    return [...(from ? [sql<SqlBool>`c."reportDate" >= ${from}`] : []), ...(to ? [sql<SqlBool>`c."reportDate" <= ${to}`] : [])];
  }
  const moment = list.kind === 'archived' ? REPORT_MOMENT[0] : sql`c."creationDate"`;
  return [
    ...(from ? [sql<SqlBool>`${moment} >= ${instantAt(from, '00:00')}`] : []),
    ...(to ? [sql<SqlBool>`${moment} < ${instantAt(addDays(to, 1), '00:00')}`] : []),
  ];
}

function searched(patterns: readonly string[], matches: Matches | null): RawBuilder<SqlBool> {
  return matches === null ? searchCondition('c.searchText', patterns) : amongMatches(matches, { companyId: 'c.companyId', id: 'c.id' });
}

/** A doctor finds no worker by name whose name is no longer shown. */
function findable(reach: Reach, patterns: readonly string[], now: Date): RawBuilder<SqlBool>[] {
  if (reach.kind !== 'doctor' || patterns.length === 0) return [];
  return [sql<SqlBool>`(c."archivedAt" is null or c."archivedAt" >= ${workerSeenSince(now)})`];
}

/** Expressions as the indexes of migrations 0001, 0030, 0031, 0049 and 0052 have them; names sort without accents and case. */
function sortKey({ kind, sort, appointments }: CheckQuery): SortKey {
  const byAnnouncedDay = sort.field === 'appointmentStart' && appointments === 'day';
  const [expression, type] = byAnnouncedDay
    ? APPOINTMENT_AS_TOLD
    : kind === 'archived'
      ? ARCHIVED_SORTS[sort.field]
      : OPEN_SORTS[sort.field];
  return { name: byAnnouncedDay ? 'appointmentAsTold' : sort.field, direction: sort.direction, expression, type, id: sql`c.id` };
}

type SortExpression = readonly [RawBuilder<unknown>, SortKey['type']];
const COMMON_SORTS = {
  creationDate: [sql`c."creationDate"`, 'timestamptz'],
  workerFullName: [sql`c."workerNameOrder"`, 'text'],
  incapacityStartDate: [sql`c."incapacityStartDate"`, 'date'],
  incapacityEndDate: [sql`c."incapacityEndDate"`, 'date'],
  doctorFullName: [sql`c."doctorNameOrder"`, 'text'],
} as const satisfies Partial<Record<CheckSortField & ReportSortField, SortExpression>>;
const OPEN_SORTS: Record<CheckSortField, SortExpression> = {
  ...COMMON_SORTS,
  status: [sql`c.status`, 'check_status'],
  appointmentStart: [sql`coalesce(c."appointmentStart", '-infinity'::timestamptz)`, 'timestamptz'],
  // Few are in progress at a time: they are sorted without an index.
  checkLocation: [sql`c."checkLocation"`, 'check_location'],
  superiorFullName: [ownSuperiorOrder('c'), 'text'],
};
/** What employerPrecision (domain/check/times/announcement.ts) tells of an appointment in progress; a cursor holds no more either. */
const APPOINTMENT_AS_TOLD: SortExpression = [
  sql`coalesce(case when c.status = 'WaitingForCheck' and c."checkLocation" = any (${[...ANNOUNCED_LOCATIONS]}::check_location[])
    then c."appointmentStart" else c."checkDate"::timestamp at time zone 'Europe/Brussels' end, '-infinity'::timestamptz)`,
  'timestamptz',
];
const REPORT_MOMENT: SortExpression = [orWhenNull(sql`c."examinedFrom"`, sql`c."archivedAt"`), 'timestamptz'];
const ARCHIVED_SORTS: Record<ReportSortField, SortExpression> = {
  ...COMMON_SORTS,
  archivedAt: [sql`c."archivedAt"`, 'timestamptz'],
  checkDate: REPORT_MOMENT,
  checkOccurence: [sql`c."checkOccurence"`, 'check_occurence'],
  newIncapacityEndDate: [orWhenNull(sql`c."newIncapacityEndDate"`, sql`'-infinity'::date`), 'date'],
  companyTotalPrice: [orWhenNull(sql`c."companyTotalPrice"::integer`, sql`-1`), 'integer'],
};
