/**
 * Statistics of the demo, compared with those of domain.md 3.2, which are based on public Belgian figures. Used by
 * `npm run bench -- demo`, which prints all of them, and by the seed's test.
 */

interface Aspect {
  readonly title: string;
  /** `share`: percent of the whole. */
  readonly unit: 'share' | 'hours' | 'days' | 'km' | 'minutes';
  /** Returns one row with a number for each name in `wanted`, and the number of rows (`n`). */
  readonly sql: string;
  readonly wanted: Readonly<Record<string, number>>;
  /** Why the demo differs from domain.md, where the product computes the figure by a better rule. */
  readonly differs?: string;
}

/** One figure of the demo. */
export interface ShapeFigure {
  readonly title: string;
  readonly name: string;
  readonly unit: Aspect['unit'];
  readonly wanted: number;
  readonly measured: number;
  /** Number of rows. */
  readonly n: number;
}

const EXECUTED = `"checkOccurence" in ('Yes', 'YesPatientHome', 'YesSecondCheck', 'NoShow', 'NoCertifConfirmed', 'NoCertifDenied')`;
const EXAMINED = `${EXECUTED} and "checkOccurence" <> 'NoShow'`;
const FIRM_EARLY = `"earlyReturn" and "checkOccurence" <> 'NoCertifDenied'`;

/** Percent of rows with each value of a column. */
const mixOf = (title: string, from: string, column: string, wanted: Readonly<Record<string, number>>): Aspect => ({
  title,
  unit: 'share',
  sql: `select count(*) as n, ${Object.keys(wanted)
    .map((value) => `100.0 * count(*) filter (where (${column})::text = '${value}') / count(*) as "${value}"`)
    .join(', ')} from ${from}`,
  wanted,
});

/** Percent of rows to which each condition applies. */
const sharesOf = (title: string, from: string, of: Readonly<Record<string, readonly [condition: string, percent: number]>>): Aspect => ({
  title,
  unit: 'share',
  sql: `select count(*) as n, ${Object.entries(of)
    .map(([name, [condition]]) => `100.0 * count(*) filter (where ${condition}) / count(*) as "${name}"`)
    .join(', ')} from ${from}`,
  wanted: Object.fromEntries(Object.entries(of).map(([name, [, percent]]) => [name, percent])),
});

/** Median and 90th percentile of an expression. */
const spreadOf = (
  title: string,
  unit: Aspect['unit'],
  expression: string,
  from: string,
  [median, ninetiethPercentile]: readonly [number, number],
) => ({
  title,
  unit,
  sql: `select count(*) as n, percentile_cont(0.5) within group (order by ${expression}) as median,
    percentile_cont(0.9) within group (order by ${expression}) as "90th percentile" from ${from}`,
  wanted: { median, '90th percentile': ninetiethPercentile },
});

const HOURS_TO_CHECK = `extract(epoch from "examinedFrom" - "creationDate") / 3600`;
/** Percent of the incapacity, from its first midnight to its last, that had passed when the examination began. */
const PASSED = `100 * extract(epoch from ("examinedFrom" at time zone 'Europe/Brussels') - "incapacityStartDate"::timestamp)
  / 86400 / ("incapacityEndDate" - "incapacityStartDate" + 1)`;
const CHECK_DAY = `("examinedFrom" at time zone 'Europe/Brussels')::date`;
const OPTIMIZED = `checks where ${EXECUTED} and "checkTiming" = 'Optimized'`;

export const SHAPE: readonly Aspect[] = [
  sharesOf('what became of orders', `checks where status = 'Archived'`, {
    executed: [EXECUTED, 84],
    cancelled: [`"checkOccurence" = 'Cancelled'`, 6],
    'non-operable': [`"checkOccurence" = 'NonOperable'`, 9],
    deleted: [`"checkOccurence" = 'Deleted'`, 1],
  }),
  sharesOf('outcomes of executed checks', `checks where ${EXECUTED}`, {
    confirmed: [`"checkOccurence" in ('Yes', 'YesPatientHome', 'YesSecondCheck') and not "earlyReturn"`, 75],
    'early return': [FIRM_EARLY, 10],
    'no-show': [`"checkOccurence" = 'NoShow'`, 12],
    'no certificate, confirmed': [`"checkOccurence" = 'NoCertifConfirmed'`, 2.4],
    'no certificate, denied': [`"checkOccurence" = 'NoCertifDenied'`, 0.6],
    'second check': [`"parentCheckId" is not null`, 4],
    disagreement: [`"workerDisagreement"`, 0.8],
  }),
  sharesOf('no-shows at the office', `checks where ${EXECUTED} and "checkLocation" = 'Office'`, {
    'no-show': [`"checkOccurence" = 'NoShow'`, 10],
  }),
  sharesOf('no-shows at home', `checks where ${EXECUTED} and "checkLocation" = 'House'`, {
    'no-show': [`"checkOccurence" = 'NoShow'`, 16],
  }),
  sharesOf('early returns, office, optimized', `checks where ${EXECUTED} and "checkLocation" = 'Office' and "checkTiming" = 'Optimized'`, {
    'early return': [FIRM_EARLY, 11],
  }),
  spreadOf('days gained by an early return', 'days', `"incapacityEndDate" - "newIncapacityEndDate"`, `checks where ${FIRM_EARLY}`, [3, 12]),
  mixOf('why checks were not possible', `checks where "checkOccurence" = 'NonOperable'`, `"nonOperableReason"`, {
    NoDoctorFound: 34,
    WorkerResumed: 22,
    Hospitalised: 8,
  }),
  mixOf('timing of orders', 'checks', `"checkTiming"`, { Optimized: 68, Immediate: 32 }),
  mixOf('place of checks', 'checks', `"checkLocation"`, { Office: 79, House: 17, Telecheck: 4 }),
  spreadOf('order to check, immediate', 'hours', HOURS_TO_CHECK, `checks where ${EXECUTED} and "checkTiming" = 'Immediate'`, [21, 46]),
  {
    title: 'moment of optimized checks in the incapacity',
    unit: 'share',
    sql: `select count(*) as n, avg(${PASSED}) as mean, stddev(${PASSED}) as deviation,
      100.0 * count(*) filter (where ${CHECK_DAY} >= "incapacityEndDate") / count(*) as "on the last day",
      100.0 * count(*) filter (where ${CHECK_DAY} <= ("creationDate" at time zone 'Europe/Brussels')::date) / count(*) as "on the day of the order"
      from ${OPTIMIZED}`,
    wanted: { mean: 60, deviation: 15, 'on the last day': 0, 'on the day of the order': 0 },
  },
  mixOf('weekday of executed checks', `checks where ${EXECUTED}`, `extract(isodow from ${CHECK_DAY})`, {
    1: 24.6,
    2: 21.8,
    3: 18.2,
    4: 18.3,
    5: 16.8,
    6: 0.2,
    7: 0.1,
  }),
  spreadOf('way to the office', 'km', `"distanceToCheck"`, `checks where ${EXECUTED} and "checkLocation" = 'Office'`, [7, 19]),
  {
    ...spreadOf('time for the way', 'minutes', `"timeToCheck"`, `checks where ${EXECUTED} and "checkLocation" = 'Office'`, [15.9, 36.3]),
    differs: 'the product’s own estimate: slower in towns, faster on main roads',
  },
  {
    title: 'length of the examination',
    unit: 'minutes',
    sql: `select count(*) as n, avg("examinationMinutes") as mean, stddev("examinationMinutes") as deviation from checks where ${EXAMINED}`,
    wanted: { mean: 14, deviation: 5 },
  },
  sharesOf('length of certificates', `(select "endDate" - "startDate" + 1 as days from certificates) c`, {
    '1 day': ['days = 1', 24],
    '2-3': ['days between 2 and 3', 27],
    '4-7': ['days between 4 and 7', 26],
    '8-14': ['days between 8 and 14', 12],
    '15-30': ['days between 15 and 30', 7],
    '> 30': ['days > 30', 4],
  }),
  mixOf('kinds of certificates', 'certificates', `"certifType"`, {
    FirstCertificate: 70,
    Prolongation: 17,
    Relapse: 3,
    NoCertif: 8,
    Unknown: 2,
  }),
  mixOf('kinds of incapacity', 'certificates', `"incapacityReason"`, {
    Illness: 83,
    PrivateAccident: 5,
    WorkAccident: 3.5,
    SurgicalIntervention: 3,
    Hospitalization: 1.5,
    MaternityLeave: 1.5,
  }),
  mixOf('languages of workers', 'certificates join employees on employees.id = "employeeId"', `"employeeLanguage"`, {
    NL: 52,
    FR: 38,
    EN: 8,
    DE: 2,
  }),
  sharesOf('leave to go out', 'certificates', { allowed: [`"authorizedExit"`, 82] }),
  sharesOf('starts of absences by month', `certificates where "certifType" <> 'Prolongation'`, {
    February: [`extract(month from "startDate") = 2`, 9.6],
    July: [`extract(month from "startDate") = 7`, 6.4],
    October: [`extract(month from "startDate") = 10`, 10.2],
  }),
];

/** Measures each figure. @param query runs a statement and returns its rows */
export async function measureShape(
  query: (sql: string) => Promise<readonly Readonly<Record<string, unknown>>[]>,
): Promise<readonly ShapeFigure[]> {
  const figures: ShapeFigure[] = [];
  for (const { title, unit, sql, wanted } of SHAPE) {
    const [row] = await query(sql);
    for (const [name, value] of Object.entries(wanted))
      figures.push({ title, name, unit, wanted: value, measured: Number(row?.[name]), n: Number(row?.n) });
  }
  return figures;
}
