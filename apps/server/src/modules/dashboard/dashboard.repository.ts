import { type CheckOccurence, COMPLETED_OCCURRENCES } from '@checkwell/domain/check/enums';
import { addDays, instantAt } from '@checkwell/domain/clock';
import { NO_DOCTOR_REASONS, type Period, type Tally } from '@checkwell/domain/dashboard/definitions';
import type { Reach } from '@checkwell/domain/policy';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { ReadTx } from '../../platform/db/database.ts';
import { reachCondition } from '../../platform/db/reach.ts';

/** Whose checks, and of which days. */
export interface DashboardQuery extends Period {
  readonly reach: Reach;
  readonly superiorId: string | null;
}

interface ArchivedRow {
  readonly month: string;
  readonly checkOccurence: CheckOccurence;
  readonly count: number;
  readonly savedDays: number;
  readonly periodDays: number;
  readonly impactCount: number;
}
interface OfficeRow {
  readonly distanceSum: number;
  readonly distanceCount: number;
  readonly distanceMedian: number | null;
  readonly durationSum: number;
  readonly durationCount: number;
  readonly durationMedian: number | null;
}
interface AbsenceRow {
  readonly sum: number;
  readonly count: number;
  readonly median: number | null;
}
interface OrderRow {
  readonly checkTiming: string;
  readonly checkLocation: string;
  readonly count: number;
  readonly operationalBase: number;
  readonly operationalSuccess: number;
}
/**
 * Counts the checks of the dashboard as `tallyOf` (domain/dashboard/definitions.ts) does, in the database: five questions that
 * travel together, each answered by an index of the company alone.
 */
export async function tallyChecks(tx: ReadTx, { reach, superiorId, from, to }: DashboardQuery): Promise<Tally> {
  const reached = [
    reachCondition(reach, { companyId: 'c.companyId', superiorId: 'c.superiorId', orderedByProfileId: 'c.orderedByProfileId' }),
    ...(superiorId === null ? [] : [sql<SqlBool>`c."superiorId" = ${superiorId}`]),
  ];
  const reported = and([
    ...reached,
    sql<SqlBool>`c.status = 'Archived'`,
    ...(from === null ? [] : [sql<SqlBool>`c."reportDate" >= ${from}`]),
    ...(to === null ? [] : [sql<SqlBool>`c."reportDate" <= ${to}`]),
  ]);
  const completed = and([reported, sql<SqlBool>`c."checkOccurence" = any (${[...COMPLETED_OCCURRENCES]}::check_occurence[])`]);
  const ordered = and([
    ...reached,
    ...(from === null ? [] : [sql<SqlBool>`c."creationDate" >= ${instantAt(from, '00:00')}`]),
    ...(to === null ? [] : [sql<SqlBool>`c."creationDate" < ${instantAt(addDays(to, 1), '00:00')}`]),
  ]);

  const [archived, office, absence, orders, open] = await Promise.all([
    // By day first: a day is cheaper to compare than the name of its month.
    many<ArchivedRow>(
      tx,
      sql`
      select to_char(day, 'YYYY-MM') as month, "checkOccurence", sum(count)::integer as count, sum("savedDays")::integer as "savedDays",
        sum("periodDays")::integer as "periodDays", sum("impactCount")::integer as "impactCount"
      from (
        select c."reportDate" as day, c."checkOccurence", count(*) as count,
          sum(case
            when not c."earlyReturn" then 0
            when c."checkOccurence" = 'NoCertifDenied' then greatest(1, coalesce(c."incapacityEndDate" - c."newIncapacityEndDate", 0))
            else greatest(0, coalesce(c."incapacityEndDate" - c."newIncapacityEndDate", 0)) end) as "savedDays",
          sum(c."incapacityEndDate" - c."incapacityStartDate" + 1) as "periodDays",
          count(*) filter (where c."earlyReturn" or c."checkOccurence" = 'NoShow') as "impactCount"
        from checks c where ${reported} and c."checkOccurence" <> 'Deleted' group by 1, 2) days
      group by 1, 2`,
    ),
    one<OfficeRow>(
      tx,
      sql`
      select coalesce(sum(c."distanceToCheck"), 0)::float8 as "distanceSum", count(c."distanceToCheck")::integer as "distanceCount",
        percentile_cont(0.5) within group (order by c."distanceToCheck"::float8) as "distanceMedian",
        coalesce(sum(c."examinationMinutes"), 0)::integer as "durationSum", count(c."examinationMinutes")::integer as "durationCount",
        percentile_cont(0.5) within group (order by c."examinationMinutes"::float8) as "durationMedian"
      from checks c where ${completed} and c."checkLocation" = 'Office'`,
    ),
    one<AbsenceRow>(
      tx,
      sql`
      select coalesce(sum(days), 0)::integer as sum, count(*)::integer as count,
        percentile_cont(0.5) within group (order by days::float8) as median
      from (select c."incapacityEndDate" - c."incapacityStartDate" + 1 as days from checks c where ${completed}
            group by c."employeeId", c."incapacityStartDate", c."incapacityEndDate") periods`,
    ),
    many<OrderRow>(
      tx,
      sql`
      select c."checkTiming", c."checkLocation", count(*)::integer as count,
        (count(*) filter (where ${OPERATIONAL}))::integer as "operationalBase",
        (count(*) filter (where ${OPERATIONAL} and c."doctorFoundAt" is not null
          and coalesce(c."nonOperableReason" <> all (${[...NO_DOCTOR_REASONS]}::non_operable_reason[]), true)))::integer as "operationalSuccess"
      from checks c where ${ordered} and c."checkOccurence" is distinct from 'Deleted' group by 1, 2`,
    ),
    one<{ readonly count: number }>(tx, sql`select count(*)::integer as count from checks c where ${ordered} and c.status <> 'Archived'`),
  ]);

  const done = archived.filter(({ checkOccurence }) => (COMPLETED_OCCURRENCES as readonly CheckOccurence[]).includes(checkOccurence));
  const noShows = done.filter(({ checkOccurence }) => checkOccurence === 'NoShow');
  return {
    completed: total(done, ({ count }) => count),
    months: [...sumBy(done, ({ month }) => month)].map(([month, count]) => ({ month, count })),
    earlyReturnDays: total(done, ({ savedDays }) => savedDays),
    noShowDays: total(noShows, ({ periodDays }) => periodDays),
    impactCount: total(done, ({ impactCount }) => impactCount),
    absence,
    distance: { sum: office.distanceSum, count: office.distanceCount, median: office.distanceMedian },
    duration: { sum: office.durationSum, count: office.durationCount, median: office.durationMedian },
    timing: sumBy(orders, ({ checkTiming }) => checkTiming),
    location: sumBy(orders, ({ checkLocation }) => checkLocation),
    occurrences: sumBy(archived, ({ checkOccurence }) => checkOccurence),
    operationalBase: total(orders, ({ operationalBase }) => operationalBase),
    operationalSuccess: total(orders, ({ operationalSuccess }) => operationalSuccess),
    open: open.count,
  };
}

/** Population `operational`, on top of `orders`. */
const OPERATIONAL = sql<SqlBool>`c.status = 'Archived' and (c."checkOccurence" <> 'Cancelled' or c."doctorFoundAt" is not null)`;

const and = (conditions: readonly RawBuilder<SqlBool>[]): RawBuilder<SqlBool> => sql<SqlBool>`${sql.join([...conditions], sql` and `)}`;

async function many<Row>(tx: ReadTx, query: RawBuilder<unknown>): Promise<readonly Row[]> {
  const { rows } = await query.execute(tx);
  return rows as Row[];
}

async function one<Row>(tx: ReadTx, query: RawBuilder<unknown>): Promise<Row> {
  const [row] = await many<Row>(tx, query);
  if (row === undefined) throw new Error('An aggregate always has a row.');
  return row;
}

const total = <Row>(rows: readonly Row[], amountOf: (row: Row) => number): number => rows.reduce((sum, row) => sum + amountOf(row), 0);

function sumBy<Row extends { readonly count: number }>(rows: readonly Row[], nameOf: (row: Row) => string): ReadonlyMap<string, number> {
  const sums = new Map<string, number>();
  for (const row of rows) sums.set(nameOf(row), (sums.get(nameOf(row)) ?? 0) + row.count);
  return sums;
}
