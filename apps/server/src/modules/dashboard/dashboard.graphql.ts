import { type Figure, METRIC_NAMES } from '@checkwell/domain/dashboard/definitions';
import type { NameCount, RangeCount } from '@checkwell/domain/dashboard/figures';
import { PERIODS, type Period } from '@checkwell/domain/dashboard/period';
import { PROVINCES } from '@checkwell/domain/dashboard/provinces';
import { RESULTS } from '@checkwell/domain/dashboard/slice';
import {
  builder,
  CheckLocationType,
  CheckOccurenceType,
  CheckStatusType,
  CheckTimingType,
  connectionOf,
  InterfaceLanguageType,
  NonOperableReasonType,
  pageArgs,
  rows,
} from '../../graphql/builder.ts';
import type { DashboardRow, DashboardScreen, DashboardView, ThisMonth } from './dashboard.service.ts';
import type { DashboardReader } from './dashboard-readers.repository.ts';

const MetricType = builder.enumType('DashboardMetric', {
  values: METRIC_NAMES,
  description: 'What each one counts: METRICS of domain/dashboard/definitions.ts.',
});
const PeriodNameType = builder.enumType('DashboardPeriodName', { values: PERIODS });
const ProvinceType = builder.enumType('Province', { values: PROVINCES });
const ResultType = builder.enumType('CheckResult', { values: RESULTS });

const FigureType = builder.objectRef<Figure>('DashboardFigure').implement({
  description: 'A number in its unit: shares from 0 to 1, money in cents.',
  fields: (t) => ({
    metric: t.expose('metric', { type: MetricType }),
    value: t.exposeFloat('value', {
      nullable: true,
      description: 'null: there is nothing to count, or it is a share of fewer than five checks.',
    }),
    n: t.exposeInt('n', { description: 'Checks behind it: exactly those that dashboardRows lists.' }),
    part: t.exposeInt('part', { nullable: true, description: 'For a share: the number of checks that count.' }),
    median: t.exposeFloat('median', { nullable: true }),
    p90: t.exposeFloat('p90', { nullable: true, description: 'Nine tenths are at most this.' }),
  }),
});

const PeriodType = builder.objectRef<Period>('DashboardPeriod').implement({
  description: 'First and last day, both included; null: no limit.',
  fields: (t) => ({
    from: t.expose('from', { type: 'Date', nullable: true }),
    to: t.expose('to', { type: 'Date', nullable: true }),
  }),
});

const BeforeType = builder.objectRef<NonNullable<DashboardView['before']>>('DashboardBefore').implement({
  description: 'The equal period before; of one that is not over, as much as has passed.',
  fields: (t) => ({
    period: t.expose('period', { type: PeriodType }),
    figures: t.field({ type: [FigureType], extensions: rows(30), resolve: ({ figures }) => [...figures] }),
  }),
});

const ThisMonthType = builder.objectRef<ThisMonth>('DashboardThisMonth').implement({
  description: 'What the screen opens with: three figures of this month until today, whatever period the filter names.',
  fields: (t) => ({
    period: t.expose('period', { type: PeriodType }),
    figures: t.field({ type: [FigureType], extensions: rows(3), resolve: ({ figures }) => [...figures] }),
    before: t.expose('before', { type: BeforeType, description: 'The same days of the month before.' }),
  }),
});

const MonthType = builder.objectRef<DashboardView['months'][number]>('DashboardMonth').implement({
  description: 'Results by the day of the check, orders by the day of the order.',
  fields: (t) => ({
    month: t.exposeString('month', { description: 'YYYY-MM.' }),
    confirmed: t.exposeInt('confirmed'),
    earlyReturn: t.exposeInt('earlyReturn'),
    noShow: t.exposeInt('noShow'),
    earlyReturnDays: t.exposeInt('earlyReturnDays'),
    noShowDays: t.exposeInt('noShowDays'),
    ordered: t.exposeInt('ordered'),
    operational: t.exposeInt('operational', { description: 'Orders that came to an end and for which a doctor was looked for.' }),
    doctorFound: t.exposeInt('doctorFound'),
  }),
});

const DayType = builder.objectRef<DashboardView['days'][number]>('DashboardDay').implement({
  fields: (t) => ({
    day: t.expose('day', { type: 'Date' }),
    confirmed: t.exposeInt('confirmed'),
    earlyReturn: t.exposeInt('earlyReturn'),
    noShow: t.exposeInt('noShow'),
    earlyReturnDays: t.exposeInt('earlyReturnDays'),
    noShowDays: t.exposeInt('noShowDays'),
  }),
});

const WeekdayType = builder.objectRef<DashboardView['weekdays'][number]>('DashboardWeekday').implement({
  fields: (t) => ({
    weekday: t.exposeInt('weekday', { description: '1 = Monday.' }),
    confirmed: t.exposeInt('confirmed'),
    earlyReturn: t.exposeInt('earlyReturn'),
    noShow: t.exposeInt('noShow'),
  }),
});

const ProvinceRowType = builder.objectRef<DashboardView['provinces'][number]>('DashboardProvince').implement({
  fields: (t) => ({
    province: t.expose('province', { type: ProvinceType }),
    count: t.exposeInt('count', { description: 'Completed checks on workers who live there.' }),
    confirmed: t.exposeInt('confirmed'),
    earlyReturn: t.exposeInt('earlyReturn'),
    noShow: t.exposeInt('noShow'),
    impactProportion: t.exposeFloat('impactProportion', { nullable: true, description: '0 to 1; null below five checks.' }),
  }),
});

const NameCountType = builder.objectRef<NameCount>('NameCount').implement({
  fields: (t) => ({ name: t.exposeString('name', { description: 'Value of the enumeration.' }), count: t.exposeInt('count') }),
});

const RangeCountType = builder.objectRef<RangeCount>('RangeCount').implement({
  fields: (t) => ({
    from: t.exposeInt('from'),
    to: t.exposeInt('to', { nullable: true, description: 'End of the range, exclusive: where the next one begins; null for the last.' }),
    count: t.exposeInt('count'),
  }),
});

const DashboardType = builder.objectRef<DashboardScreen>('Dashboard').implement({
  description: 'Figures on the checks that the caller reaches.',
  fields: (t) => ({
    period: t.expose('period', { type: PeriodType }),
    superiorFullName: t.exposeString('superiorFullName', { nullable: true, description: 'Name of the superior in the filter.' }),
    figures: t.field({
      type: [FigureType],
      extensions: rows(30),
      resolve: ({ figures }) => [...figures],
      description: 'Without those that need a field of checks that the caller does not see (`fields` of the viewer).',
    }),
    before: t.expose('before', { type: BeforeType, nullable: true, description: 'null for "all".' }),
    thisMonth: t.expose('thisMonth', { type: ThisMonthType }),
    months: t.field({ type: [MonthType], extensions: rows(36), resolve: ({ months }) => [...months] }),
    days: t.field({
      type: [DayType],
      extensions: rows(62),
      resolve: ({ days }) => [...days],
      description: 'One entry per day for a period of at most 62 days; empty for a longer one.',
    }),
    weekdays: t.field({ type: [WeekdayType], extensions: rows(7), resolve: ({ weekdays }) => [...weekdays] }),
    provinces: t.field({ type: [ProvinceRowType], extensions: rows(12), resolve: ({ provinces }) => [...provinces] }),
    outcomes: t.field({ type: [NameCountType], extensions: rows(10), resolve: ({ outcomes }) => [...outcomes] }),
    timing: t.field({ type: [NameCountType], extensions: rows(5), resolve: ({ timing }) => [...timing] }),
    location: t.field({ type: [NameCountType], extensions: rows(5), resolve: ({ location }) => [...location] }),
    absenceLengths: t.field({
      type: [RangeCountType],
      extensions: rows(12),
      resolve: ({ absenceLengths }) => [...absenceLengths],
      description: 'Days.',
    }),
    waiting: t.field({
      type: [RangeCountType],
      extensions: rows(12),
      resolve: ({ waiting }) => [...waiting],
      description: 'Hours from order to check.',
    }),
    distances: t.field({
      type: [RangeCountType],
      extensions: rows(12),
      resolve: ({ distances }) => [...distances],
      description: 'Kilometres; office checks.',
    }),
  }),
});

const RowType = builder.objectRef<DashboardRow>('DashboardRow').implement({
  description: 'A check behind a figure.',
  fields: (t) => ({
    id: t.exposeID('id'),
    companyName: t.exposeString('companyName'),
    superiorFullName: t.exposeString('superiorFullName', { nullable: true }),
    status: t.expose('status', { type: CheckStatusType }),
    workerFullName: t.exposeString('workerFullName'),
    workerExternalId: t.exposeString('workerExternalId'),
    creationDate: t.expose('creationDate', { type: 'DateTime' }),
    reportDate: t.expose('reportDate', { type: 'Date', nullable: true, description: 'Day of the check, else of its archive.' }),
    incapacityStartDate: t.expose('incapacityStartDate', { type: 'Date' }),
    incapacityEndDate: t.expose('incapacityEndDate', { type: 'Date' }),
    newIncapacityEndDate: t.expose('newIncapacityEndDate', { type: 'Date', nullable: true }),
    checkOccurence: t.expose('checkOccurence', { type: CheckOccurenceType, nullable: true }),
    nonOperableReason: t.expose('nonOperableReason', { type: NonOperableReasonType, nullable: true }),
    earlyReturn: t.exposeBoolean('earlyReturn'),
    checkTiming: t.expose('checkTiming', { type: CheckTimingType }),
    checkLocation: t.expose('checkLocation', { type: CheckLocationType }),
    province: t.expose('province', { type: ProvinceType }),
    amount: t.exposeFloat('amount', { description: 'What the check adds to the figure; 1 or 0 for a share.' }),
    per: t.exposeFloat('per', { nullable: true, description: 'For a ratio: what the check adds to the denominator.' }),
  }),
});

const RowConnection = connectionOf('DashboardRowConnection', RowType);

const FilterInput = builder.inputType('DashboardFilter', {
  description: 'companyId selects one of the own companies; without it all count. from and to belong to the period `dates`.',
  fields: (t) => ({
    companyId: t.id(),
    superiorId: t.id(),
    period: t.field({ type: PeriodNameType }),
    from: t.field({ type: 'Date' }),
    to: t.field({ type: 'Date' }),
  }),
});

const ReaderType = builder.objectRef<DashboardReader>('DashboardReader').implement({
  description: 'Somebody of a company to whom a report may be sent.',
  fields: (t) => ({
    email: t.exposeString('email'),
    fullName: t.exposeString('fullName'),
    language: t.expose('language', { type: InterfaceLanguageType }),
  }),
});

const SendInput = builder.inputType('DashboardSendInput', {
  description: 'The filter of the dashboard, of one company; recipients are addresses of its users and superiors.',
  fields: (t) => ({
    companyId: t.string({ required: true }),
    superiorId: t.id(),
    period: t.field({ type: PeriodNameType }),
    from: t.field({ type: 'Date' }),
    to: t.field({ type: 'Date' }),
    recipients: t.stringList({ required: true }),
  }),
});

const SliceInput = builder.inputType('DashboardSlice', {
  description: 'One part of a chart.',
  fields: (t) => ({
    result: t.field({ type: ResultType }),
    checkOccurence: t.field({ type: CheckOccurenceType }),
    checkTiming: t.field({ type: CheckTimingType }),
    checkLocation: t.field({ type: CheckLocationType }),
    province: t.field({ type: ProvinceType }),
    weekday: t.int(),
  }),
});

builder.queryFields((t) => ({
  dashboard: t.field({
    type: DashboardType,
    extensions: { cost: 2000 }, // sums of years, of the period before, and of two months
    args: { filter: t.arg({ type: FilterInput }) },
    resolve: (_, { filter }, { actor, services }) => services.dashboard.read(actor, filter),
  }),
  dashboardRows: t.field({
    type: RowConnection,
    description: 'The checks behind a figure, the newest first.',
    args: {
      metric: t.arg({ type: MetricType, required: true }),
      filter: t.arg({ type: FilterInput }),
      slice: t.arg({ type: SliceInput }),
      ...pageArgs,
    },
    resolve: (_, options, { actor, services }) => services.dashboard.listRows(actor, options),
  }),
  dashboardReaders: t.field({
    type: [ReaderType],
    extensions: rows(10),
    description: 'Users and superiors of a company whose name or address holds the text.',
    args: { companyId: t.arg.id({ required: true }), search: t.arg.string({ required: true }) },
    resolve: async (_, { companyId, search }, { actor, services }) => [
      ...(await services.dashboardReports.findReaders(actor, companyId, search)),
    ],
  }),
}));

builder.mutationField('sendDashboard', (t) =>
  t.int({
    description: 'Sends the dashboard as PDF and workbook, to each reader in their own language. How many mails leave.',
    args: { input: t.arg({ type: SendInput, required: true }) },
    resolve: (_, { input }, { actor, services }) => services.dashboardReports.send(actor, input),
  }),
);
