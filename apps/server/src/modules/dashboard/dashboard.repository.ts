import { addDays, type CalendarDay, instantAt } from '@checkwell/domain/clock';
import { hasDays, MEASURES, type Measure, type OrderCell, type ReportCell, type Tally } from '@checkwell/domain/dashboard/figures';
import { type Period, type SplitPeriod, splitPeriod } from '@checkwell/domain/dashboard/period';
import type { Province } from '@checkwell/domain/dashboard/provinces';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { ReadTx } from '../../platform/db/database.ts';
import type { OrderedScope, Scopes, SummedScope } from './dashboard-scopes.ts';

/** Whose checks, and of which days. */
export interface DashboardQuery extends Period {
  readonly scopes: Scopes;
  /** Narrows `any` as well. */
  readonly superiorId: string | null;
}

type Condition = RawBuilder<SqlBool>;

/**
 * Adds up the checks of the dashboard: whole months from the sums that triggers keep (migration 0007), the days at both ends of the
 * period check by check. A few queries that are sent together.
 */
export async function tallyChecks(tx: ReadTx, query: DashboardQuery): Promise<Tally> {
  const [reports, days, orders, values] = await Promise.all([
    reportCells(tx, query),
    hasDays(query) ? dayCells(tx, query) : [],
    orderCells(tx, query),
    valueCounts(tx, query),
  ]);
  const of = (measure: Measure, scale = 1) =>
    values.filter((row) => row.measure === measure).map(({ value, count }) => ({ value: value / scale, count }));
  return {
    months: reports.filter((cell) => cell.month !== null) as Tally['months'],
    days,
    weekdays: reports.filter((cell) => cell.weekday !== null) as Tally['weekdays'],
    provinces: reports.filter((cell) => cell.province !== null) as Tally['provinces'],
    orders,
    // Kept in tenths of a kilometre.
    values: Object.fromEntries(MEASURES.map((measure) => [measure, of(measure, measure === 'distanceToCheck' ? 10 : 1)])) as Record<
      Measure,
      { value: number; count: number }[]
    >,
  };
}

/** Name of a superior of the actor's companies. */
export async function findSuperiorName(tx: ReadTx, id: string): Promise<string | null> {
  const row = await tx.selectFrom('superiors').select(['superiorFullName', 'email']).where('id', '=', id).executeTakeFirst();
  return row ? row.superiorFullName || row.email : null;
}

interface ReportRow extends ReportCell {
  readonly month: string | null;
  readonly weekday: number | null;
  readonly province: Province | null;
}

function reportCells(tx: ReadTx, query: DashboardQuery): Promise<readonly ReportRow[]> {
  const sources = [
    ...summed(
      query,
      (where) => sql`select month, weekday, "checkOccurence", "earlyReturn", province, count, "earlyReturnDays",
      "noShowDays", "impactDaysFromCheck", "companyTotalPrice", "workerDisagreements", "excusedNoShows" from dashboard_reports where ${where}`,
    ),
    ...single(
      query,
      'report',
      (where) => sql`select app.month_of(f.day), f.weekday, f."checkOccurence", f."earlyReturn", f.province, 1,
      f."earlyReturnDays", f."noShowDays", f."impactDaysFromCheck", f."companyTotalPrice", f."workerDisagreements", f."excusedNoShows"
      from checks c cross join lateral app.report_facts(c) f where ${where} and c.status = 'Archived'`,
    ),
  ];
  return rowsFrom(
    tx,
    sources,
    (cells) => sql`
    select to_char(month, 'YYYY-MM') as month, weekday, province, "checkOccurence", "earlyReturn", sum(count)::integer as count,
      sum("earlyReturnDays")::integer as "earlyReturnDays", sum("noShowDays")::integer as "noShowDays",
      sum("impactDaysFromCheck")::integer as "impactDaysFromCheck", sum("companyTotalPrice")::bigint as "companyTotalPrice",
      sum("workerDisagreements")::integer as "workerDisagreements", sum("excusedNoShows")::integer as "excusedNoShows"
    from (${cells}) cells (month, weekday, "checkOccurence", "earlyReturn", province, count, "earlyReturnDays", "noShowDays",
      "impactDaysFromCheck", "companyTotalPrice", "workerDisagreements", "excusedNoShows")
    group by grouping sets ((month, "checkOccurence", "earlyReturn"), (weekday, "checkOccurence", "earlyReturn"),
      (province, "checkOccurence", "earlyReturn"))
    having sum(count) <> 0`,
  );
}

/** The days of a short period, check by check: no sums are kept by day. */
function dayCells(tx: ReadTx, query: DashboardQuery): Promise<Tally['days']> {
  const sources = single(
    query,
    'report',
    (where) => sql`select f.day, f."checkOccurence", f."earlyReturn", f."earlyReturnDays", f."noShowDays"
      from checks c cross join lateral app.report_facts(c) f where ${where} and c.status = 'Archived'`,
    [{ from: query.from as CalendarDay, to: query.to as CalendarDay }],
  );
  return rowsFrom(
    tx,
    sources,
    (cells) => sql`
    select day, "checkOccurence", "earlyReturn", count(*)::integer as count, sum("earlyReturnDays")::integer as "earlyReturnDays",
      sum("noShowDays")::integer as "noShowDays"
    from (${cells}) cells (day, "checkOccurence", "earlyReturn", "earlyReturnDays", "noShowDays")
    group by day, "checkOccurence", "earlyReturn"`,
  );
}

function orderCells(tx: ReadTx, query: DashboardQuery): Promise<readonly OrderCell[]> {
  const sources = [
    ...summed(
      query,
      (where) => sql`select month, "checkTiming", "checkLocation", count, open, cancelled, operational, "doctorFound",
      "alreadyBack" from dashboard_orders where ${where}`,
    ),
    ...single(
      query,
      'order',
      (where) => sql`select app.month_of(f.day), f."checkTiming", f."checkLocation", 1, f.open, f.cancelled,
      f.operational, f."doctorFound", f."alreadyBack" from checks c cross join lateral app.order_facts(c) f where ${where}`,
    ),
  ];
  return rowsFrom(
    tx,
    sources,
    (cells) => sql`
    select to_char(month, 'YYYY-MM') as month, "checkTiming", "checkLocation", sum(count)::integer as count, sum(open)::integer as open,
      sum(cancelled)::integer as cancelled, sum(operational)::integer as operational, sum("doctorFound")::integer as "doctorFound",
      sum("alreadyBack")::integer as "alreadyBack"
    from (${cells}) cells (month, "checkTiming", "checkLocation", count, open, cancelled, operational, "doctorFound", "alreadyBack")
    group by month, "checkTiming", "checkLocation" having sum(count) <> 0`,
  );
}

function valueCounts(tx: ReadTx, query: DashboardQuery): Promise<readonly { measure: Measure; value: number; count: number }[]> {
  const sources = [
    ...summed(query, (where) => sql`select measure, value, count from dashboard_values where ${where}`),
    ...single(
      query,
      'report',
      (where) => sql`select f.measure, f.value, 1
      from checks c cross join lateral app.value_facts(c) f where ${where} and c.status = 'Archived'`,
    ),
    ...single(
      query,
      'report',
      (where) => sql`select 'absenceDays', c."incapacityEndDate" - c."incapacityStartDate" + 1, 1
      from checks c where ${where} and c.status = 'Archived' and app.is_completed(c."checkOccurence") and ${FIRST_OF_PERIOD}`,
    ),
  ];
  return rowsFrom(
    tx,
    sources,
    (counts) => sql`
    select measure, value, sum(count)::integer as count from (${counts}) counts (measure, value, count)
    group by measure, value having sum(count) <> 0`,
  );
}

/** Whether a completed check `c` is the first of its worker's period of absence, whoever ordered the others. */
export const FIRST_OF_PERIOD = sql<SqlBool>`not exists (
  select from checks e
  where e."companyId" = c."companyId" and e."employeeId" = c."employeeId" and e."incapacityStartDate" = c."incapacityStartDate"
    and e."incapacityEndDate" = c."incapacityEndDate" and app.is_completed(e."checkOccurence")
    and (e."reportDate", e.id) < (c."reportDate", c.id))`;

async function rowsFrom<Row>(
  tx: ReadTx,
  sources: readonly RawBuilder<unknown>[],
  wrap: (rows: RawBuilder<unknown>) => RawBuilder<unknown>,
): Promise<readonly Row[]> {
  if (sources.length === 0) return [];
  const { rows } = await wrap(sql.join([...sources], sql` union all `)).execute(tx);
  return rows as Row[];
}

/** The sums of whole months, if there are any. */
function summed(
  { scopes, superiorId, ...period }: DashboardQuery,
  select: (where: Condition) => RawBuilder<unknown>,
): readonly RawBuilder<unknown>[] {
  const { months } = splitPeriod(period);
  if (months === null || (scopes.summed !== 'any' && scopes.summed.length === 0)) return [];
  return [
    select(
      and([
        scopes.summed === 'any'
          ? sql<SqlBool>`"scopeId" = ${superiorId === null ? sql`"companyId"` : sql`${superiorId}`}`
          : or(
              scopes.summed.map(
                (scope) => sql<SqlBool>`("companyId" = ${scope.companyId} and "scopeId" = ${scope.superiorId ?? scope.companyId})`,
              ),
            ),
        ...(months.from === null ? [] : [sql<SqlBool>`month >= ${months.from}`]),
        ...(months.to === null ? [] : [sql<SqlBool>`month <= ${months.to}`]),
      ]),
    ),
  ];
}

/** Checks that are counted one by one: those of scopes without sums, and the days of months that are not in the period as a whole. */
function single(
  { scopes, superiorId, ...period }: DashboardQuery,
  day: 'report' | 'order',
  select: (where: Condition) => RawBuilder<unknown>,
  rest: SplitPeriod['rest'] = splitPeriod(period).rest,
): readonly RawBuilder<unknown>[] {
  const owners: readonly Condition[] =
    scopes.summed === 'any'
      ? [superiorId === null ? sql<SqlBool>`true` : sql<SqlBool>`c."superiorId" = ${superiorId}`]
      : scopes.summed.map(ofSummed);
  return [
    ...owners.flatMap((owner) => rest.map((part) => select(and([owner, ...daysWithin(day, part)])))),
    ...scopes.ordered.map((scope) => select(and([ofOrdered(scope), ...daysWithin(day, period)]))),
  ];
}

const ofSummed = ({ companyId, superiorId }: SummedScope): Condition =>
  and([sql<SqlBool>`c."companyId" = ${companyId}`, ...(superiorId === null ? [] : [sql<SqlBool>`c."superiorId" = ${superiorId}`])]);

const ofOrdered = ({ companyId, orderedByProfileId, superiorId, exceptSuperiorId }: OrderedScope): Condition =>
  and([
    sql<SqlBool>`c."companyId" = ${companyId} and c."orderedByProfileId" = ${orderedByProfileId}`,
    ...(superiorId === null ? [] : [sql<SqlBool>`c."superiorId" = ${superiorId}`]),
    ...(exceptSuperiorId === null ? [] : [sql<SqlBool>`c."superiorId" is distinct from ${exceptSuperiorId}`]),
  ]);

/** Days of the check (else of its archive), or Belgian days of the order. */
export function daysWithin(day: 'report' | 'order', { from, to }: Period): readonly Condition[] {
  const start = (first: CalendarDay) =>
    day === 'report' ? sql<SqlBool>`c."reportDate" >= ${first}` : sql<SqlBool>`c."creationDate" >= ${instantAt(first, '00:00')}`;
  const end = (last: CalendarDay) =>
    day === 'report' ? sql<SqlBool>`c."reportDate" <= ${last}` : sql<SqlBool>`c."creationDate" < ${instantAt(addDays(last, 1), '00:00')}`;
  return [...(from === null ? [] : [start(from)]), ...(to === null ? [] : [end(to)])];
}

export const and = (conditions: readonly Condition[]): Condition => sql<SqlBool>`${sql.join([...conditions], sql` and `)}`;
const or = (conditions: readonly Condition[]): Condition => sql<SqlBool>`(${sql.join([...conditions], sql` or `)})`;
