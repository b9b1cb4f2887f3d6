import type { StayAtHomeDuty } from '@checkwell/domain/check/appointment';
import type { CheckFilter, CheckSort, CheckSortField } from '@checkwell/domain/check/list';
import { DOCTOR_SEES_WORKER_DAYS } from '@checkwell/domain/check/result';
import { addDays, type CalendarDay, dayOf, instantAt } from '@checkwell/domain/clock';
import type { Reach } from '@checkwell/domain/policy';
import { type Insertable, type RawBuilder, type Selectable, type SqlBool, sql, type Updateable } from 'kysely';
import { type ReadTx, type Tables, violates, type WriteTx } from '../../platform/db/database.ts';
import {
  type CappedCount,
  COUNT_CAP,
  cappedCount,
  everyRow,
  glancedCount,
  inOrderOf,
  type KeysetPage,
  keysetPage,
  knownCount,
  orWhenNull,
  type PageArguments,
  type PageInfo,
  planForValues,
  refuseTooLarge,
  type SortKey,
  walkOrder,
} from '../../platform/db/keyset.ts';
import { ownersIn, reachCondition } from '../../platform/db/reach.ts';
import { amongMatches, fewMatches, type Matches, matchingRows, searchCondition, searchPatterns } from '../../platform/db/search.ts';
import { foldedOrder, ownSuperiorOrder } from '../../platform/db/similar.ts';

type CheckColumns = Selectable<Tables['checks']>;
/** A check as it is written the first time. */
export type NewCheck = Insertable<Tables['checks']>;
/** Columns that a transition changes. */
export type CheckChanges = Updateable<Tables['checks']>;

/** A check with what its lists and its page show of its company and superior. */
export interface CheckRecord extends CheckColumns {
  readonly workerFullName: string;
  readonly companyName: string;
  /** What the company pays for a check by contract; cents, VAT excluded. */
  readonly contractPrice: number;
  /** null when there is none, and for doctors, who have no business with superiors. */
  readonly superiorFullName: string | null;
  readonly superiorEmail: string | null;
  readonly superiorLg: Selectable<Tables['superiors']>['language'] | null;
  /** Of the certificate; null without one. */
  readonly documentId: string | null;
}

export interface CheckEventRecord extends Selectable<Tables['check_events']> {
  /** null when the actor may not see the profile behind it. */
  readonly actorName: string | null;
}

/** Checks in progress, missions of a doctor (a part of them), or reports. */
export type CheckList = 'open' | 'missions' | 'archived';

const COLUMNS = sql`c.*, o.name as "companyName", o."checkPrice" as "contractPrice",
  s."superiorFullName", s.email::text as "superiorEmail", s.language as "superiorLg", d."documentId"`;
const RELATIONS = sql`join companies o on o.id = c."companyId"
  left join superiors s on s."companyId" = c."companyId" and s.id = c."superiorId"
  left join certificates d on d."companyId" = c."companyId" and d.id = c."certificateId"`;
const REACH_COLUMNS = {
  companyId: 'c.companyId',
  superiorId: 'c.superiorId',
  orderedByProfileId: 'c.orderedByProfileId',
  doctorId: 'c.doctorId',
} as const;

/** The check, if the reach holds it. */
export async function findCheck(tx: ReadTx, reach: Reach, id: string): Promise<CheckRecord | undefined> {
  const { rows } = await sql<CheckRecord>`
    select ${COLUMNS} from checks c ${RELATIONS} where c.id = ${id} and ${reachCondition(reach, REACH_COLUMNS)}`.execute(tx);
  return rows[0];
}

/** What was asked for on each of these certificates: what is still on its way, else the last that came to an end by itself. */
export async function findOfCertificates(
  tx: ReadTx,
  reach: Reach,
  certificates: readonly Pick<CheckColumns, 'companyId' | 'id'>[],
): Promise<readonly CheckRecord[]> {
  const { rows } = await sql<CheckRecord>`
    select ${COLUMNS} from (
      select distinct on (c."companyId", c."certificateId") c."companyId", c.id from checks c
      where (c."companyId", c."certificateId") in (
          select * from unnest(${certificates.map(({ companyId }) => companyId)}::uuid[], ${certificates.map(({ id }) => id)}::uuid[]))
        and (c.status <> 'Archived' or c."checkOccurence" not in ('Cancelled', 'Deleted')) and ${reachCondition(reach, REACH_COLUMNS)}
      order by c."companyId", c."certificateId", c.status = 'Archived', c."creationDate" desc, c.id desc
    ) latest join checks c on c."companyId" = latest."companyId" and c.id = latest.id ${RELATIONS}`.execute(tx);
  return rows;
}

export interface CheckPage {
  readonly rows: readonly CheckRecord[];
  readonly pageInfo: PageInfo;
  readonly count: CappedCount;
}

export interface CheckQuery {
  readonly kind: CheckList;
  readonly reach: Reach;
  readonly filter: CheckFilter;
  readonly sort: CheckSort;
  readonly args: PageArguments;
  readonly now: Date;
}

/** One page and how many there are. */
export async function findPage(tx: ReadTx, query: CheckQuery): Promise<CheckPage> {
  const { reach } = query;
  const page = keysetPage(query.args, sortKey(query.kind, query.sort));
  const { where, found, known } = await conditions(tx, query);
  const count = query.args.glance ? null : (known ?? (await cappedCount(tx, counted(reach, where))));
  const isFew = count ? !count.totalCountCapped : found !== null && found <= COUNT_CAP;
  if (query.kind === 'archived' && reach.kind === 'companies' && !isFew) await walkOrder(tx);
  const rows = await pageRows(tx, query, where, page, query.kind === 'archived' && isFew);
  const { rows: shown, pageInfo } = page.cut(rows);
  return { rows: shown, pageInfo, count: count ?? glancedCount(shown, pageInfo) };
}

/** The whole list, as `findPage` would show it page by page. @throws {AppError} `export.tooLarge` */
export async function* everyCheck(tx: ReadTx, query: CheckQuery): AsyncGenerator<CheckRecord, void> {
  const { kind, reach, sort } = query;
  const { where } = await conditions(tx, query);
  await refuseTooLarge(tx, counted(reach, where));
  const { expression } = sortKey(kind, sort);
  const direction = sql.raw(sort.direction);
  const keys = sql`select c."companyId", c.id from ${sourceOf(reach)} c where ${and([...where, reachCondition(reach, REACH_COLUMNS)])}
    order by ${expression} ${direction}, c.id ${direction}`;
  yield* everyRow(tx, keys, async (some) => {
    const { rows } = await sql<CheckRecord>`select ${COLUMNS} from ${inOrderOf(some)}
      join checks c on c."companyId" = keys."companyId" and c.id = keys.id ${RELATIONS} order by keys.place`.execute(tx);
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

async function conditions(tx: ReadTx, { kind, reach, filter, sort, now, args }: CheckQuery): Promise<Conditions> {
  const patterns = searchPatterns(filter.search);
  // One tenant is small enough for any plan.
  if (reach.kind === 'any') await planForValues(tx);
  const matches = await matchingRows(tx, 'checks', patterns, reach, args.glance);
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
    ...filterConditions(kind, filter, sort),
    searched(patterns, matches),
    ...(rare ? [amongMatches(rare, { companyId: 'c.companyId', id: 'c.id' })] : []),
    ...findable(reach, patterns, now),
  ];
  const isAllOfOutcome = Boolean(outcomes) && Object.values(others).every((value) => !value);
  return { where, found: (matches ?? rare)?.ids.length ?? null, known: isAllOfOutcome ? knownCount(rare?.ids.length ?? null) : null };
}

const counted = (reach: Reach, where: readonly RawBuilder<SqlBool>[]): RawBuilder<unknown> =>
  sql`select from ${sourceOf(reach)} c where ${and([...where, reachCondition(reach, REACH_COLUMNS)])}`;

/** Cut on an index of the tenant first, then joined (design.md 5). */
async function pageRows(tx: ReadTx, query: CheckQuery, where: readonly RawBuilder<SqlBool>[], page: KeysetPage, few: boolean) {
  const direction = sql.raw(query.sort.direction);
  const { rows } = await sql<CheckRecord & { readonly key: string }>`
    select ${COLUMNS}, page.key from (${cut(query, where, page, few)}) page
    join checks c on c."companyId" = page."companyId" and c.id = page.id ${RELATIONS}
    order by page.sort ${direction}, page.id ${direction}`.execute(tx);
  return rows;
}

/** Who sees everything looks through the view that says so once (migration 0001). */
const sourceOf = ({ kind }: Reach): RawBuilder<unknown> => (kind === 'any' ? sql`app.provider_checks` : sql`checks`);

/**
 * Keys of the page's rows in order, as `companyId`, `id`, `key`, `sort`.
 * @param few the whole list is no more than what is counted: found first, sorted then; a walk along the order might pass by millions of others
 */
function cut(
  { kind, reach, filter, sort, now }: CheckQuery,
  where: readonly RawBuilder<SqlBool>[],
  page: KeysetPage,
  few: boolean,
): RawBuilder<unknown> {
  const { expression } = sortKey(kind, sort);
  const direction = sql.raw(sort.direction);
  const fence = startsOutside(kind, filter, sort, now);
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
      : sql`select c."companyId", c.id, ${page.key} as key, ${expression} as sort ${of} order by ${page.order} limit ${page.limit}`;
  };
  if (reach.kind !== 'companies' || reach.companies.length < 2) return select(reachCondition(reach, REACH_COLUMNS));
  // Several companies: a page of each on its own index, then the first rows of all. One over all would sort everything.
  const pages = reach.companies.map(
    (company) => sql`(${select(reachCondition({ kind: 'companies', companies: [company] }, REACH_COLUMNS))})`,
  );
  return sql`select * from (${sql.join(pages, sql` union all `)}) c order by c.sort ${direction}, c.id ${direction} limit ${page.limit}`;
}

/** Orders that go along with the days that the filter of reports looks at. */
const DATED_SORTS: readonly CheckSortField[] = ['archivedAt', 'status', 'creationDate', 'incapacityStartDate', 'incapacityEndDate'];
/** Orders in which hundreds of thousands have the same value: these go by age, so that the few days of a filter come last. */
const TIED_SORTS: readonly CheckSortField[] = ['checkOccurence', 'doctorFullName', 'newIncapacityEndDate', 'companyTotalPrice'];
const RECENT_DAYS = 31;

/**
 * Whether walking along the order would begin in days that the filter leaves out, years of them perhaps. PostgreSQL does not know
 * that the two go along and would walk; `offset 0` makes it find the days first and sort what it found.
 */
function startsOutside(kind: CheckList, { from, to }: CheckFilter, { field, direction }: CheckSort, now: Date): boolean {
  if (kind !== 'archived') return false;
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

function filterConditions(list: CheckList, filter: CheckFilter, sort: CheckSort): RawBuilder<SqlBool>[] {
  const { superiorId, status, checkTiming, checkLocation, checkOccurence, commentReview, employeeId, certificateId, doctorId } = filter;
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
    ...dayConditions(list, filter, sort),
  ];
}

/** The days of the list, asked of what it is sorted by where that is their moment: one walk on one index. */
function dayConditions(list: CheckList, { from, to }: CheckFilter, { field }: CheckSort): RawBuilder<SqlBool>[] {
  const byDay = list === 'archived' && ARCHIVED_SORTS[field] !== REPORT_MOMENT;
  if (byDay) {
    return [...(from ? [sql<SqlBool>`c."reportDate" >= ${from}`] : []), ...(to ? [sql<SqlBool>`c."reportDate" <= ${to}`] : [])];
  }
  const moment = list === 'archived' ? REPORT_MOMENT[0] : sql`c."creationDate"`;
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
  const since = new Date(now.getTime() - DOCTOR_SEES_WORKER_DAYS * 86_400_000);
  return [sql<SqlBool>`(c."archivedAt" is null or c."archivedAt" >= ${since})`];
}

/** Expressions as the indexes of migrations 0001, 0030 and 0031 have them; names sort without accents and case. */
function sortKey(list: CheckList, { field, direction }: CheckSort): SortKey {
  const [expression, type] = (list === 'archived' ? ARCHIVED_SORTS : OPEN_SORTS)[field];
  return { name: field, direction, expression, type, id: sql`c.id` };
}

type SortExpression = readonly [RawBuilder<unknown>, SortKey['type']];
const COMMON_SORTS = {
  creationDate: [sql`c."creationDate"`, 'timestamptz'],
  workerFullName: [sql`c."searchText"`, 'text'],
  incapacityStartDate: [sql`c."incapacityStartDate"`, 'date'],
  incapacityEndDate: [sql`c."incapacityEndDate"`, 'date'],
  appointmentStart: [sql`coalesce(c."appointmentStart", '-infinity'::timestamptz)`, 'timestamptz'],
  doctorFullName: [foldedOrder('c.doctorFullName'), 'text'],
  newIncapacityEndDate: [orWhenNull(sql`c."newIncapacityEndDate"`, sql`'-infinity'::date`), 'date'],
  companyTotalPrice: [orWhenNull(sql`c."companyTotalPrice"::integer`, sql`-1`), 'integer'],
} as const satisfies Partial<Record<CheckSortField, SortExpression>>;
const OPEN_SORTS: Record<CheckSortField, SortExpression> = {
  ...COMMON_SORTS,
  status: [sql`c.status`, 'check_status'],
  checkDate: [sql`coalesce(c."checkDate", '-infinity'::date)`, 'date'],
  // Few are in progress at a time: they are sorted without an index.
  checkLocation: [sql`c."checkLocation"`, 'check_location'],
  superiorFullName: [ownSuperiorOrder('c'), 'text'],
  // No check in progress has these.
  archivedAt: COMMON_SORTS.creationDate,
  checkOccurence: COMMON_SORTS.creationDate,
};
const REPORT_MOMENT: SortExpression = [orWhenNull(sql`c."examinedFrom"`, sql`c."archivedAt"`), 'timestamptz'];
const ARCHIVED_SORTS: Record<CheckSortField, SortExpression> = {
  ...COMMON_SORTS,
  archivedAt: [sql`c."archivedAt"`, 'timestamptz'],
  // All reports have the same status.
  status: [sql`c."archivedAt"`, 'timestamptz'],
  checkDate: REPORT_MOMENT,
  // What is over is sorted by when it was.
  appointmentStart: REPORT_MOMENT,
  checkOccurence: [sql`c."checkOccurence"`, 'check_occurence'],
  // Their list has no column of these.
  checkLocation: REPORT_MOMENT,
  superiorFullName: REPORT_MOMENT,
};

/** @throws {DatabaseError} see `isDoctorBusy` */
export async function insertCheck(tx: WriteTx, check: NewCheck): Promise<void> {
  await tx.insertInto('checks').values(check).execute();
}

/** What must still be true of a check that changes. */
export type CheckState = Pick<CheckRecord, 'companyId' | 'id' | 'status' | 'version'>;

/** Compare and set: whether the check still was in that state, and is changed now. */
export async function updateCheck(tx: WriteTx, state: CheckState, changes: CheckChanges): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('checks')
    .set(changes)
    .where('companyId', '=', state.companyId)
    .where('id', '=', state.id)
    .where('status', '=', state.status)
    .where('version', '=', state.version)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Whether the error says that the doctor has another appointment at that time. */
export const isDoctorBusy = (error: unknown): boolean => violates(error, 'checks_doctor_overlap');

export async function insertEvent(tx: WriteTx, event: Insertable<Tables['check_events']>): Promise<void> {
  await tx.insertInto('check_events').values(event).execute();
}

/** The history of several checks, each oldest first. */
export async function findEvents(
  tx: ReadTx,
  checks: readonly Pick<CheckRecord, 'companyId' | 'id'>[],
): Promise<readonly CheckEventRecord[]> {
  const { rows } = await sql<CheckEventRecord>`
    select e.*, trim(p."firstName" || ' ' || p."lastName") as "actorName" from check_events e
    left join profiles p on p.id = e."actorProfileId"
    where (e."companyId", e."checkId") in (
      select * from unnest(${checks.map(({ companyId }) => companyId)}::uuid[], ${checks.map(({ id }) => id)}::uuid[]))
    order by e."checkId", e.version`.execute(tx);
  return rows;
}

/** What an order needs of the company. */
export async function findCompany(tx: ReadTx, companyId: string): Promise<{ readonly checkPrice: number } | undefined> {
  return tx.selectFrom('companies').select('checkPrice').where('id', '=', companyId).executeTakeFirst();
}

/** The hours at which the company's workers stay at home for a control doctor; null without such a duty. */
export async function findDuty(tx: ReadTx, companyId: string): Promise<StayAtHomeDuty | null> {
  const row = await tx
    .selectFrom('companies')
    .select(['availabilityDays', 'availabilityFrom', 'availabilityTo'])
    .where('id', '=', companyId)
    .executeTakeFirst();
  const { availabilityDays = null, availabilityFrom = null, availabilityTo = null } = row ?? {};
  return availabilityDays === null || availabilityFrom === null || availabilityTo === null
    ? null
    : { availabilityDays, availabilityFrom, availabilityTo };
}

export async function hasSuperior(tx: ReadTx, companyId: string, id: string): Promise<boolean> {
  const row = await tx.selectFrom('superiors').select('id').where('companyId', '=', companyId).where('id', '=', id).executeTakeFirst();
  return row !== undefined;
}

/** The last check of the same incapacity that came to an end: the order is then a later round (domain.md 4.3). */
export async function findEarlierRound(
  tx: ReadTx,
  order: {
    readonly companyId: string;
    readonly employeeId: string;
    readonly certificateId: string | null;
    readonly startDate: CalendarDay;
  },
): Promise<string | null> {
  const row = await tx
    .selectFrom('checks')
    .select('id')
    .where('companyId', '=', order.companyId)
    .where('employeeId', '=', order.employeeId)
    .where('status', '=', 'Archived')
    .where('checkOccurence', 'not in', ['Cancelled', 'Deleted'])
    .where((eb) =>
      eb.or([
        eb('incapacityStartDate', '=', order.startDate),
        ...(order.certificateId ? [eb('certificateId', '=', order.certificateId)] : []),
      ]),
    )
    .orderBy('archivedAt', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.id ?? null;
}

/** Holds a certificate, so that two orders on it come one after the other. */
export async function lockCertificate(tx: WriteTx, companyId: string, id: string): Promise<void> {
  await tx.selectFrom('certificates').select('id').where('companyId', '=', companyId).where('id', '=', id).forUpdate().execute();
}

/**
 * What was ordered on a certificate, besides `exceptId`: `open` is still on its way, `done` came to an end by itself,
 * null: nothing, or all of it was withdrawn.
 */
export async function findOrdered(
  tx: ReadTx,
  companyId: string,
  certificateId: string,
  exceptId: string | null,
): Promise<'open' | 'done' | null> {
  const { rows } = await sql<{ state: 'open' | 'done' }>`
    select case when status = 'Archived' then 'done' else 'open' end as state from checks
    where "companyId" = ${companyId} and "certificateId" = ${certificateId} and id is distinct from ${exceptId}::uuid
      and (status <> 'Archived' or "checkOccurence" not in ('Cancelled', 'Deleted'))
    order by status = 'Archived' limit 1`.execute(tx);
  return rows[0]?.state ?? null;
}

export async function insertMedicalNote(tx: WriteTx, note: Insertable<Tables['medical_notes']>): Promise<void> {
  await tx.insertInto('medical_notes').values(note).execute();
}

/** The sealed note; row-level security shows it to its author alone. */
export async function findMedicalNote(tx: ReadTx, companyId: string, checkId: string): Promise<Buffer | undefined> {
  const row = await tx
    .selectFrom('medical_notes')
    .select('note')
    .where('companyId', '=', companyId)
    .where('checkId', '=', checkId)
    .executeTakeFirst();
  return row?.note;
}
