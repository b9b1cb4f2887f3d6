import type { CalendarDay } from '@checkwell/domain/clock';
import {
  type FigureTally,
  hasDays,
  MEASURES,
  type Measure,
  NO_VALUES,
  type OrderCell,
  type ReportCell,
  type Tally,
} from '@checkwell/domain/dashboard/figures';
import type { Province } from '@checkwell/domain/dashboard/provinces';
import { type RawBuilder, sql } from 'kysely';
import type { ReadTx } from '../../platform/db/database.ts';
import { forceGenericPlan } from '../../platform/db/keyset.ts';
import type { Scopes } from './dashboard-scopes.ts';
import { type Counted, countedChecks, type DashboardQuery, FIRST_OF_PERIOD, summedRows } from './dashboard-sources.repository.ts';

/**
 * For the rest of the transaction: each connection plans the sums of one company or team once, as scans of the indexes of its days. Planning them
 * anew took longer than running them.
 */
export async function keepPlans(tx: ReadTx, { summed, ordered }: Scopes): Promise<void> {
  if (summed !== 'any' && summed.length === 1 && ordered.length === 0) await forceGenericPlan(tx);
}

/**
 * Adds up the checks of the dashboard: months from the sums that triggers keep (migration 0007), the days by which they differ from the period
 * check by check. A few queries that are sent together.
 */
export async function tallyChecks(tx: ReadTx, query: DashboardQuery): Promise<Tally> {
  const [reports, days, orders, values] = await Promise.all([
    chartCells(tx, query),
    hasDays(query) ? dayCells(tx, query) : [],
    orderCells<OrderCell>(tx, query, ['month', 'checkTiming', 'checkLocation']),
    valueCounts(tx, query),
  ]);
  return {
    reports: reports.filter((cell) => cell.month !== null) as Tally['reports'],
    days,
    weekdays: reports.filter((cell) => cell.weekday !== null) as Tally['weekdays'],
    provinces: reports.filter((cell) => cell.province !== null) as Tally['provinces'],
    orders,
    values,
  };
}

/** The same for the figures alone. */
export async function tallyFigures(tx: ReadTx, query: DashboardQuery): Promise<FigureTally> {
  const [reports, orders, values] = await Promise.all([
    resultCells(tx, query),
    orderCells<FigureTally['orders'][number]>(tx, query, ['checkTiming', 'checkLocation']),
    valueCounts(tx, query),
  ]);
  return { reports, orders, values };
}

/** The same for the headlines alone, which are made of results (`headlinesAmong`). */
export const tallyHeadlines = async (tx: ReadTx, query: DashboardQuery): Promise<FigureTally> => ({
  reports: await resultCells(tx, query),
  orders: [],
  values: NO_VALUES,
});

/** Name of a superior of the actor's companies. */
export async function findSuperiorName(tx: ReadTx, id: string): Promise<string | null> {
  const row = await tx.selectFrom('superiors').select(['superiorFullName', 'email']).where('id', '=', id).executeTakeFirst();
  return row ? row.superiorFullName || row.email : null;
}

interface ChartRow extends ReportCell {
  readonly month: string | null;
  readonly weekday: number | null;
  readonly province: Province | null;
}

/** Cells that are added up: the table of their sums by month, and the function that says what one check adds (migration 0007). */
interface Cells {
  readonly table: string;
  readonly facts: string;
  readonly day: 'report' | 'order';
  readonly sums: readonly string[];
}

const REPORTS: Cells = {
  table: 'dashboard_reports',
  facts: 'report_facts',
  day: 'report',
  sums: [
    'count',
    'earlyReturnDays',
    'noShowDays',
    'impactDaysFromCheck',
    'companyTotalPrice',
    'workerDisagreements',
    'excusedNoShows',
  ] satisfies (keyof ReportCell)[],
};
const ORDERS: Cells = {
  table: 'dashboard_orders',
  facts: 'order_facts',
  day: 'order',
  sums: ['count', 'open', 'cancelled', 'operational', 'doctorFound', 'alreadyBack'] satisfies (keyof OrderCell)[],
};

const chartCells = (tx: ReadTx, query: DashboardQuery): Promise<readonly ChartRow[]> =>
  cellsOf(
    tx,
    query,
    REPORTS,
    ['month', 'weekday', 'province', 'checkOccurence', 'earlyReturn'],
    sql`grouping sets ((month, "checkOccurence", "earlyReturn"), (weekday, "checkOccurence", "earlyReturn"),
      (province, "checkOccurence", "earlyReturn"))`,
  );

const resultCells = (tx: ReadTx, query: DashboardQuery): Promise<readonly ReportCell[]> =>
  cellsOf(tx, query, REPORTS, ['checkOccurence', 'earlyReturn']);

const orderCells = <Cell extends Omit<OrderCell, 'month'>>(
  tx: ReadTx,
  query: DashboardQuery,
  dimensions: readonly (keyof OrderCell)[],
): Promise<readonly Cell[]> => cellsOf(tx, query, ORDERS, dimensions);

/** @param dimensions what the cells differ in @param groups each of them, unless it says otherwise */
async function cellsOf<Row>(
  tx: ReadTx,
  query: DashboardQuery,
  cells: Cells,
  dimensions: readonly string[],
  groups: RawBuilder<unknown> = columns(dimensions),
): Promise<readonly Row[]> {
  const months = summedRows(query);
  const sources = [
    ...(months ? [sql`select ${columns([...dimensions, ...cells.sums])} from ${sql.table(cells.table)} where ${months}`] : []),
    ...countedChecks(query, cells.day).map((checks) => countedCells(cells, dimensions, checks)),
  ];
  const out = dimensions.map((name) => (name === 'month' ? sql`to_char(month, 'YYYY-MM') as month` : sql.ref(name)));
  return rowsFrom(
    tx,
    sources,
    (rows) => sql`
    select ${sql.join(out)}, ${sql.join(cells.sums.map((name) => sql`sum(${sql.ref(name)})::bigint as ${sql.ref(name)}`))}
    from (${rows}) cells group by ${groups} having sum(count) <> 0`,
  );
}

/** Added up before they meet the sums of months: what one check says is computed once for it. */
function countedCells({ facts, day, sums }: Cells, dimensions: readonly string[], { where, sign, month }: Counted): RawBuilder<unknown> {
  const factOf = (name: string) => {
    if (name !== 'month') return sql.ref(`f.${name}`);
    return month === null ? sql`app.month_of(f.day)` : sql`${month}::date`;
  };
  const sumOf = (name: string) => {
    const sum = name === 'count' ? sql`count(*)` : sql`sum(${sql.ref(`f.${name}`)})`;
    return sql`(${sign}::integer * ${sum})::${name === 'companyTotalPrice' ? sql`bigint` : sql`integer`}`;
  };
  const selected = [
    ...dimensions.map((name) => sql`${factOf(name)} as ${sql.ref(name)}`),
    ...sums.map((name) => sql`${sumOf(name)} as ${sql.ref(name)}`),
  ];
  const different = dimensions.filter((name) => name !== 'month' || month === null);
  return sql`select ${sql.join(selected)}
    from checks c cross join lateral app.${sql.ref(facts)}(c) f where ${where}${day === 'report' ? sql` and c.status = 'Archived'` : sql``}
    group by ${sql.join(different.map(factOf))}`;
}

/** The days of a short period, check by check: no sums are kept by day. */
function dayCells(tx: ReadTx, query: DashboardQuery): Promise<Tally['days']> {
  const days = { from: query.from as CalendarDay, to: query.to as CalendarDay, sign: 1 as const };
  const sources = countedChecks(query, 'report', [days]).map(
    ({ where }) => sql`select f.day, f."checkOccurence", f."earlyReturn", f."earlyReturnDays", f."noShowDays"
      from checks c cross join lateral app.report_facts(c) f where ${where} and c.status = 'Archived'`,
  );
  return rowsFrom(
    tx,
    sources,
    (cells) => sql`
    select day, "checkOccurence", "earlyReturn", count(*)::integer as count, sum("earlyReturnDays")::integer as "earlyReturnDays",
      sum("noShowDays")::integer as "noShowDays"
    from (${cells}) cells
    group by day, "checkOccurence", "earlyReturn"`,
  );
}

/** Measures of single checks, as `app.value_columns` has them side by side (migration 0140). */
const IN_COLUMNS = MEASURES.filter((measure) => measure !== 'absenceDays');

async function valueCounts(tx: ReadTx, query: DashboardQuery): Promise<FigureTally['values']> {
  const months = summedRows(query);
  const measured = sql.join(
    IN_COLUMNS.map((measure) => sql`when grouping(${sql.ref(`v.${measure}`)}) = 0 then ${measure}`),
    sql` `,
  );
  const value = sql`coalesce(${sql.join(IN_COLUMNS.map((measure) => sql.ref(`v.${measure}`)))})`;
  const sources = [
    ...(months ? [sql`select measure, value, count from dashboard_values where ${months}`] : []),
    ...countedChecks(query, 'report').flatMap(({ where, sign }) => [
      sql`select case ${measured} end as measure, ${value} as value, (${sign}::integer * count(*))::integer as count
      from checks c cross join lateral app.value_columns(c) v where ${where} and c.status = 'Archived'
      group by grouping sets (${sql.join(IN_COLUMNS.map((measure) => sql`(${sql.ref(`v.${measure}`)})`))}) having ${value} is not null`,
      sql`select 'absenceDays', c."incapacityEndDate" - c."incapacityStartDate" + 1, (${sign}::integer * count(*))::integer
      from checks c where ${where} and c.status = 'Archived' and app.is_completed(c."checkOccurence") and ${FIRST_OF_PERIOD} group by 2`,
    ]),
  ];
  const counted = await rowsFrom<{ readonly measure: Measure; readonly value: number; readonly count: number }>(
    tx,
    sources,
    (counts) => sql`
    select measure, value, sum(count)::integer as count from (${counts}) counts (measure, value, count)
    group by measure, value having sum(count) <> 0`,
  );
  const of = (measure: Measure, scale = 1) =>
    counted.filter((row) => row.measure === measure).map(({ value, count }) => ({ value: value / scale, count }));
  // Distances are stored in tenths of a kilometre. Cast: `fromEntries` forgets that every measure is among the keys.
  return Object.fromEntries(
    MEASURES.map((measure) => [measure, of(measure, measure === 'distanceToCheck' ? 10 : 1)]),
  ) as unknown as FigureTally['values'];
}

const columns = (names: readonly string[]): RawBuilder<unknown> => sql.join(names.map((name) => sql.ref(name)));

async function rowsFrom<Row>(
  tx: ReadTx,
  sources: readonly RawBuilder<unknown>[],
  wrap: (rows: RawBuilder<unknown>) => RawBuilder<unknown>,
): Promise<readonly Row[]> {
  if (sources.length === 0) return [];
  const { rows } = await wrap(sql.join([...sources], sql` union all `)).execute(tx);
  return rows as Row[];
}
