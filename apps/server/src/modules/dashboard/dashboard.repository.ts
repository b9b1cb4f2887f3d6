import { COMPLETED_OCCURRENCES } from '@checkwell/domain/check/enums';
import { addDays, instantAt } from '@checkwell/domain/clock';
import { type MonthCount, NO_DOCTOR_REASONS, type Period, type Tally } from '@checkwell/domain/dashboard/definitions';
import type { Reach } from '@checkwell/domain/policy';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { ReadTx } from '../../platform/db/database.ts';
import { reachCondition } from '../../platform/db/reach.ts';

/** Whose checks, and of which days. */
export interface DashboardQuery extends Period {
  readonly reach: Reach;
  readonly superiorId: string | null;
}

interface CompletedRow {
  readonly completed: number;
  readonly earlyReturnDays: number;
  readonly noShowDays: number;
  readonly impactCount: number;
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
interface NamedRow {
  readonly name: string;
  readonly count: number;
}

/**
 * Counts the checks of the dashboard as `tallyOf` (domain/dashboard/definitions.ts) does, in the database: six questions that
 * travel together, each on an index of the company.
 */
export async function tallyChecks(tx: ReadTx, { reach, superiorId, from, to }: DashboardQuery): Promise<Tally> {
  const reached = and([
    reachCondition(reach, { companyId: 'c.companyId', superiorId: 'c.superiorId', orderedByProfileId: 'c.orderedByProfileId' }),
    ...(superiorId === null ? [] : [sql<SqlBool>`c."superiorId" = ${superiorId}`]),
  ]);
  const reported = and([
    sql<SqlBool>`c.status = 'Archived'`,
    ...(from === null ? [] : [sql<SqlBool>`c."reportDate" >= ${from}`]),
    ...(to === null ? [] : [sql<SqlBool>`c."reportDate" <= ${to}`]),
  ]);
  const ordered = and([
    sql<SqlBool>`true`,
    ...(from === null ? [] : [sql<SqlBool>`c."creationDate" >= ${instantAt(from, '00:00')}`]),
    ...(to === null ? [] : [sql<SqlBool>`c."creationDate" < ${instantAt(addDays(to, 1), '00:00')}`]),
  ]);
  const completed = sql`from checks c where ${reached} and ${reported} and c."checkOccurence" = any (${[...COMPLETED_OCCURRENCES]}::check_occurence[])`;
  const office = sql`filter (where c."checkLocation" = 'Office')`;

  const [figures, months, absences, orders, occurrences, open] = await Promise.all([
    one<CompletedRow>(
      tx,
      sql`
      select count(*)::integer as completed,
        coalesce(sum(case
          when not c."earlyReturn" then 0
          when c."checkOccurence" = 'NoCertifDenied' then greatest(1, coalesce(c."incapacityEndDate" - c."newIncapacityEndDate", 0))
          else greatest(0, coalesce(c."incapacityEndDate" - c."newIncapacityEndDate", 0)) end), 0)::integer as "earlyReturnDays",
        coalesce(sum(c."incapacityEndDate" - c."incapacityStartDate" + 1) filter (where c."checkOccurence" = 'NoShow'), 0)::integer as "noShowDays",
        (count(*) filter (where c."earlyReturn" or c."checkOccurence" = 'NoShow'))::integer as "impactCount",
        coalesce(sum(c."distanceToCheck") ${office}, 0)::float8 as "distanceSum",
        (count(c."distanceToCheck") ${office})::integer as "distanceCount",
        percentile_cont(0.5) within group (order by c."distanceToCheck"::float8) ${office} as "distanceMedian",
        coalesce(sum(c."examinationMinutes") ${office}, 0)::integer as "durationSum",
        (count(c."examinationMinutes") ${office})::integer as "durationCount",
        percentile_cont(0.5) within group (order by c."examinationMinutes"::float8) ${office} as "durationMedian"
      ${completed}`,
    ),
    many<MonthCount>(tx, sql`select to_char(c."reportDate", 'YYYY-MM') as month, count(*)::integer as count ${completed} group by 1`),
    one<AbsenceRow>(
      tx,
      sql`
      select coalesce(sum(days), 0)::integer as sum, count(*)::integer as count, percentile_cont(0.5) within group (order by days::float8) as median
      from (select c."incapacityEndDate" - c."incapacityStartDate" + 1 as days ${completed}
            group by c."employeeId", c."incapacityStartDate", c."incapacityEndDate") periods`,
    ),
    many<OrderRow>(
      tx,
      sql`
      select c."checkTiming", c."checkLocation", count(*)::integer as count,
        (count(*) filter (where ${OPERATIONAL}))::integer as "operationalBase",
        (count(*) filter (where ${OPERATIONAL} and c."doctorFoundAt" is not null
          and coalesce(c."nonOperableReason" <> all (${[...NO_DOCTOR_REASONS]}::non_operable_reason[]), true)))::integer as "operationalSuccess"
      from checks c where ${reached} and ${ordered} and c."checkOccurence" is distinct from 'Deleted' group by 1, 2`,
    ),
    many<NamedRow>(
      tx,
      sql`
      select c."checkOccurence" as name, count(*)::integer as count
      from checks c where ${reached} and ${reported} and c."checkOccurence" <> 'Deleted' group by 1`,
    ),
    one<{ readonly count: number }>(
      tx,
      sql`select count(*)::integer as count from checks c where ${reached} and ${ordered} and c.status <> 'Archived'`,
    ),
  ]);
  return {
    completed: figures.completed,
    months,
    earlyReturnDays: figures.earlyReturnDays,
    noShowDays: figures.noShowDays,
    impactCount: figures.impactCount,
    absence: absences,
    distance: { sum: figures.distanceSum, count: figures.distanceCount, median: figures.distanceMedian },
    duration: { sum: figures.durationSum, count: figures.durationCount, median: figures.durationMedian },
    timing: sumBy(orders, ({ checkTiming }) => checkTiming),
    location: sumBy(orders, ({ checkLocation }) => checkLocation),
    occurrences: sumBy(occurrences, ({ name }) => name),
    operationalBase: orders.reduce((sum, { operationalBase }) => sum + operationalBase, 0),
    operationalSuccess: orders.reduce((sum, { operationalSuccess }) => sum + operationalSuccess, 0),
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

function sumBy<Row extends { readonly count: number }>(rows: readonly Row[], nameOf: (row: Row) => string): ReadonlyMap<string, number> {
  const sums = new Map<string, number>();
  for (const row of rows) sums.set(nameOf(row), (sums.get(nameOf(row)) ?? 0) + row.count);
  return sums;
}
