import { addDays, type CalendarDay, instantAt } from '@checkwell/domain/clock';
import { firstOfMonth, type Period, type SplitPeriod, splitPeriod } from '@checkwell/domain/dashboard/period';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { OrderedScope, Scopes, SummedScope } from './dashboard-scopes.ts';

/** Whose checks, and of which days. */
export interface DashboardQuery extends Period {
  readonly scopes: Scopes;
  /** Narrows `any` as well. */
  readonly superiorId: string | null;
}

type Condition = RawBuilder<SqlBool>;

/** Checks `c` that are counted one by one. */
export interface Counted {
  readonly where: Condition;
  /** -1: they are in the sums of whole months, but not in the period. */
  readonly sign: 1 | -1;
  /** The month that all of them are of; null: several. */
  readonly month: CalendarDay | null;
}

/**
 * Whether a completed check `c` is the first of its worker's period of absence, regardless of who ordered the others. Whose check an erased
 * one was is unknown, so each counts as one: all of a company have the same employee.
 */
export const FIRST_OF_PERIOD = sql<SqlBool>`not exists (
  select from checks e
  where e."companyId" = c."companyId" and e."employeeId" = c."employeeId" and e."incapacityStartDate" = c."incapacityStartDate"
    and e."incapacityEndDate" = c."incapacityEndDate" and app.is_completed(e."checkOccurence")
    and e."employeeId" not in (select n.id from employees n where n."isErased")
    and (e."reportDate", e.id) < (c."reportDate", c.id))`;

/** Which rows of the tables of sums count; null: none. */
export function summedRows({ scopes, superiorId, ...period }: DashboardQuery): Condition | null {
  const { months } = splitPeriod(period);
  if (months === null || (scopes.summed !== 'any' && scopes.summed.length === 0)) return null;
  return and([
    scopes.summed === 'any'
      ? sql<SqlBool>`"scopeId" = ${superiorId === null ? sql`"companyId"` : sql`${superiorId}`}`
      : or(
          scopes.summed.map(
            (scope) => sql<SqlBool>`("companyId" = ${scope.companyId} and "scopeId" = ${scope.superiorId ?? scope.companyId})`,
          ),
        ),
    ...(months.from === null ? [] : [sql<SqlBool>`month >= ${months.from}`]),
    ...(months.to === null ? [] : [sql<SqlBool>`month <= ${months.to}`]),
  ]);
}

/** Checks of scopes without sums, and those of the days by which whole months differ from the period. */
export function countedChecks(
  { scopes, superiorId, ...period }: DashboardQuery,
  day: 'report' | 'order',
  rest: SplitPeriod['rest'] = splitPeriod(period).rest,
): readonly Counted[] {
  const owners: readonly Condition[] =
    scopes.summed === 'any'
      ? [superiorId === null ? sql<SqlBool>`true` : sql<SqlBool>`c."superiorId" = ${superiorId}`]
      : scopes.summed.map(ofSummed);
  return [
    ...owners.flatMap((owner) =>
      rest.map(({ sign, ...days }) => ({ where: and([owner, ...daysWithin(day, days)]), sign, month: firstOfMonth(days.from) })),
    ),
    ...scopes.ordered.map((scope) => ({ where: and([ofOrdered(scope), ...daysWithin(day, period)]), sign: 1 as const, month: null })),
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
