import { COMPLETED_OCCURRENCES } from '@checkwell/domain/check/enums';
import type { CountedCheck } from '@checkwell/domain/dashboard/counted-check';
import { METRICS, type Metric, POPULATIONS, type Population, type RowTest } from '@checkwell/domain/dashboard/definitions';
import type { Period } from '@checkwell/domain/dashboard/period';
import type { DashboardSlice } from '@checkwell/domain/dashboard/slice';
import type { Reach } from '@checkwell/domain/policy';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { ReadTx } from '../../platform/db/database.ts';
import { type CappedCount, cappedCount, keysetPage, type PageArguments, type PageInfo, type SortKey } from '../../platform/db/keyset.ts';
import { reachCondition } from '../../platform/db/reach.ts';
import { and, daysWithin, FIRST_OF_PERIOD } from './dashboard-sources.repository.ts';

/** A check behind a figure, as its list shows it. */
export interface DashboardRowRecord extends Omit<CountedCheck, 'creationDay' | 'doctorFound'> {
  readonly companyId: string;
  readonly companyName: string;
  readonly workerFullName: string;
  readonly workerExternalId: string;
  readonly superiorFullName: string | null;
  readonly doctorFoundAt: Date | null;
}

export interface RowsQuery extends Period {
  readonly reach: Reach;
  readonly superiorId: string | null;
  readonly metric: Metric;
  readonly slice: DashboardSlice;
  readonly args: PageArguments;
}

export interface RowsPage {
  readonly rows: readonly DashboardRowRecord[];
  readonly pageInfo: PageInfo;
  readonly count: CappedCount;
}

type Condition = RawBuilder<SqlBool>;
const COMPLETED = sql<SqlBool>`c.status = 'Archived' and c."checkOccurence" = any (${[...COMPLETED_OCCURRENCES]}::check_occurence[])`;

/** `POPULATIONS` of domain/dashboard/definitions.ts, as the indexes of migration 0001 have them. */
const IN_POPULATION: Record<Population, Condition> = {
  completed: COMPLETED,
  archived: sql<SqlBool>`c.status = 'Archived' and c."checkOccurence" <> 'Deleted'`,
  orders: sql<SqlBool>`c."checkOccurence" is distinct from 'Deleted'`,
  operational: sql<SqlBool>`c.status = 'Archived' and c."checkOccurence" <> 'Deleted'
    and (c."checkOccurence" <> 'Cancelled' or c."doctorFoundAt" is not null)`,
  open: sql<SqlBool>`c.status <> 'Archived'`,
};

/** `ROWS` of domain/dashboard/definitions.ts. */
const HAS: Record<RowTest, Condition> = {
  all: sql<SqlBool>`true`,
  impact: sql<SqlBool>`(c."earlyReturn" or (c."checkOccurence" = 'NoShow' and c."noShowExcuse" is null))`,
  earlyReturn: sql<SqlBool>`c."earlyReturn"`,
  noShow: sql<SqlBool>`c."checkOccurence" = 'NoShow'`,
  unexcusedNoShow: sql<SqlBool>`c."checkOccurence" = 'NoShow' and c."noShowExcuse" is null`,
  firstOfPeriod: FIRST_OF_PERIOD,
  disagreement: sql<SqlBool>`c."workerDisagreement"`,
  knownLocation: sql<SqlBool>`c."checkLocation" <> 'Unknown'`,
  officeDistance: sql<SqlBool>`c."checkLocation" = 'Office' and c."distanceToCheck" is not null`,
  officeMinutes: sql<SqlBool>`c."checkLocation" = 'Office' and c."examinationMinutes" is not null`,
  examined: sql<SqlBool>`c."examinedFrom" is not null`,
};

const RESULT: Record<NonNullable<DashboardSlice['result']>, Condition> = {
  confirmed: sql<SqlBool>`${COMPLETED} and c."checkOccurence" <> 'NoShow' and not c."earlyReturn"`,
  earlyReturn: sql<SqlBool>`${COMPLETED} and c."earlyReturn"`,
  noShow: sql<SqlBool>`c."checkOccurence" = 'NoShow'`,
};

function sliceConditions({ result, checkOccurence, checkTiming, checkLocation, province, weekday }: DashboardSlice): readonly Condition[] {
  const equals = (column: string, value: string | null | undefined) => (value ? [sql<SqlBool>`${sql.ref(`c.${column}`)} = ${value}`] : []);
  return [
    ...(result ? [RESULT[result]] : []),
    ...equals('checkOccurence', checkOccurence),
    ...equals('checkTiming', checkTiming),
    ...equals('checkLocation', checkLocation),
    ...equals('province', province),
    ...(weekday ? [sql<SqlBool>`extract(isodow from c."reportDate") = ${weekday}`] : []),
  ];
}

/** One page of the checks behind a figure, the newest first: cut in each company on its own index, then joined. */
export async function findRows(tx: ReadTx, { reach, superiorId, metric, slice, args, ...period }: RowsQuery): Promise<RowsPage> {
  const { population, rows: test } = METRICS[metric];
  const byReport = POPULATIONS[population].day === 'reportDate';
  const sort: SortKey = byReport
    ? { name: 'reportDate', direction: 'desc', expression: sql`c."reportDate"`, type: 'date', id: sql`c.id` }
    : { name: 'creationDate', direction: 'desc', expression: sql`c."creationDate"`, type: 'timestamptz', id: sql`c.id` };
  const page = keysetPage(args, sort);
  const where = [
    IN_POPULATION[population],
    HAS[test],
    ...(superiorId === null ? [] : [sql<SqlBool>`c."superiorId" = ${superiorId}`]),
    ...daysWithin(byReport ? 'report' : 'order', period),
    ...sliceConditions(slice),
  ];
  const reached = (part: Reach) =>
    reachCondition(part, { companyId: 'c.companyId', superiorId: 'c.superiorId', orderedByProfileId: 'c.orderedByProfileId' });
  const parts: readonly Reach[] =
    reach.kind === 'companies' ? reach.companies.map((company) => ({ kind: 'companies', companies: [company] })) : [reach];
  const pages = parts.map(
    (part) => sql`(select c."companyId", c.id, ${page.key} as key, ${sort.expression} as sort from checks c
      where ${and([...where, page.condition, reached(part)])} order by ${page.order} limit ${page.limit})`,
  );
  const [{ rows }, count] = await Promise.all([
    sql<DashboardRowRecord & { readonly key: string }>`
      select c.id, c."companyId", o.name as "companyName", c."employeeId", c.status, c."checkOccurence", c."nonOperableReason",
        c."creationDate", c."examinedFrom", c."archivedAt", c."reportDate", c."incapacityStartDate", c."incapacityEndDate",
        c."newIncapacityEndDate", c."earlyReturn", c."workerDisagreement", c."noShowExcuse", c."checkTiming", c."checkLocation", c.province, c."doctorFoundAt",
        c."distanceToCheck", c."examinationMinutes", c."companyTotalPrice", c."workerFullName", c."workerExternalId", s."superiorFullName",
        app.is_completed(c."checkOccurence") and ${FIRST_OF_PERIOD} as "firstOfPeriod", page.key
      from (select * from (${sql.join(pages, sql` union all `)}) pages order by sort desc, id desc limit ${page.limit}) page
      join checks c on c."companyId" = page."companyId" and c.id = page.id
      join companies o on o.id = c."companyId"
      left join superiors s on s."companyId" = c."companyId" and s.id = c."superiorId"
      order by page.sort desc, page.id desc`.execute(tx),
    cappedCount(tx, sql`select from checks c where ${and([...where, reached(reach)])}`),
  ]);
  const { rows: shown, pageInfo } = page.cut(rows);
  return { rows: shown, pageInfo, count };
}
