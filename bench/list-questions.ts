import { CERTIFICATE_TYPES, ENTRY_TYPES, INCAPACITY_TYPES } from '@checkwell/domain/certificate/enums';
import { CERTIFICATE_SORT_FIELDS } from '@checkwell/domain/certificate/sorts';
import { CHECK_OCCURRENCES, CHECK_TIMINGS, OPEN_STATUSES, ORDERABLE_LOCATIONS } from '@checkwell/domain/check/enums';
import { CHECK_SORT_FIELDS, REPORT_SORT_FIELDS } from '@checkwell/domain/check/sorts';
import { addDays, type CalendarDay, dayOf } from '@checkwell/domain/clock';
import { METRIC_NAMES } from '@checkwell/domain/dashboard/definitions';
import { BOARD_SORTS } from '@checkwell/domain/lists/lists';
import { COMPANY_SORT_FIELDS, DOCTOR_SORT_FIELDS, EMPLOYEE_SORT_FIELDS } from '@checkwell/domain/people/enums';
import { CertificatesDocument } from '../apps/web/src/features/certificates/certificates.gql.ts';
import { ChecksDocument, ReportsDocument } from '../apps/web/src/features/checks/checks.gql.ts';
import { DashboardDocument, DashboardRowsDocument } from '../apps/web/src/features/dashboard/dashboard.gql.ts';
import { EmployeesDocument } from '../apps/web/src/features/employees/employees.gql.ts';
import { LIST_STATUSES } from '../apps/web/src/features/planning/board-search.ts';
import { DoctorsDocument, PlanningBoardDocument } from '../apps/web/src/features/planning/planning.gql.ts';
import { ClientsDocument } from '../apps/web/src/features/settings/companies/companies.gql.ts';
import { SearchEverythingDocument } from '../apps/web/src/features/shell/palette/palette.gql.ts';
import type { GraphqlDocument } from '../apps/web/src/lib/api/gql.ts';

export type Operation = Pick<GraphqlDocument<unknown, unknown>, 'name' | 'source'>;
export type Variables = Readonly<Record<string, unknown>>;
/** A query of a screen, in a group whose results are reported together. */
export type Question = readonly [group: string, name: string, document: Operation, variables: Variables];

/** For whom the queries are made. */
export interface Asker {
  /** null: all companies that the person may read. */
  readonly companyId: string | null;
  readonly superiorId: string | null;
  /** Whether the person sees prices there. */
  readonly priced: boolean;
}

/** The group of the dashboard's figures. */
export const DASHBOARD = 'the dashboard';
const PAGE = { first: 25 };
const DIRECTIONS = ['asc', 'desc'] as const;
/** As people type them: a frequent name, one with a typing error, two words, one letter, one that nobody has. */
const SEARCHES = ['peeters', 'peters', 'jan peeters', 'p', 'xyzzyx'] as const;

/** A filtered list in every sort order and both directions. */
const ordered = (group: string, document: Operation, fields: readonly string[], filter: Variables): Question[] =>
  fields.flatMap((field) =>
    DIRECTIONS.map((direction): Question => [group, `${field} ${direction}`, document, { ...PAGE, filter, sort: { field, direction } }]),
  );

const searched = (group: string, document: Operation, filter: Variables, sort?: Variables): Question[] =>
  SEARCHES.map((search): Question => [group, `"${search}"`, document, { ...PAGE, filter: { ...filter, search }, sort }]);

/** Periods for filters: recent, two years ago, and in the future. */
function periodsOf(today: CalendarDay): Record<string, Variables> {
  return {
    'last 30 days': { from: addDays(today, -30), to: today },
    '30 days of the first year': { from: addDays(today, -700), to: addDays(today, -670) },
    'nothing yet': { from: addDays(today, 300), to: addDays(today, 330) },
    'up to two years ago': { to: addDays(today, -720) },
  };
}

/** Each filter separately, in the default sort order of the screen. */
function filtered(
  group: string,
  document: Operation,
  base: Variables,
  sort: Variables,
  filters: Readonly<Record<string, Variables>>,
): Question[] {
  return Object.entries(filters).map(
    ([name, filter]): Question => [group, name, document, { ...PAGE, filter: { ...base, ...filter }, sort }],
  );
}

const each = (field: string, values: readonly string[], list = false): Record<string, Variables> =>
  Object.fromEntries(values.map((value) => [`${field} ${value}`, { [field]: list ? [value] : value }]));

function certificates({ companyId, superiorId }: Asker): Question[] {
  const today = dayOf(new Date());
  const base = { companyId };
  const newest = { field: 'startDate', direction: 'desc' };
  const filters = {
    ...each('entryType', ENTRY_TYPES),
    ...each('certifType', CERTIFICATE_TYPES),
    ...each('incapacityReason', INCAPACITY_TYPES),
    ...(superiorId && { 'of a superior': { superiorId } }),
    'active today': { activeOn: today },
    ...periodsOf(today),
  };
  const rare = { ...base, incapacityReason: 'BreastFeeding' };
  return [
    ...ordered('certificates in every order', CertificatesDocument, CERTIFICATE_SORT_FIELDS, base),
    ...filtered('certificates by each filter', CertificatesDocument, base, newest, filters),
    ...ordered('certificates of a rare kind in every order', CertificatesDocument, CERTIFICATE_SORT_FIELDS, rare),
    ...ordered('certificates active today in every order', CertificatesDocument, CERTIFICATE_SORT_FIELDS, { ...base, activeOn: today }),
    ...(superiorId
      ? ordered('certificates of a superior in every order', CertificatesDocument, CERTIFICATE_SORT_FIELDS, { ...base, superiorId })
      : []),
    ...searched('certificates by a search', CertificatesDocument, base, newest),
    ...ordered('certificates of a name in every order', CertificatesDocument, CERTIFICATE_SORT_FIELDS, { ...base, search: 'peeters' }),
  ];
}

function checksAndReports({ companyId, superiorId, priced }: Asker): Question[] {
  const today = dayOf(new Date());
  const base = { companyId };
  const common = {
    ...each('checkTiming', CHECK_TIMINGS),
    ...each('checkLocation', ORDERABLE_LOCATIONS),
    ...(superiorId && { 'of a superior': { superiorId } }),
    ...periodsOf(today),
  };
  const reportSorts = REPORT_SORT_FIELDS.filter((field) => priced || field !== 'companyTotalPrice');
  const rare = { ...base, checkOccurence: ['NoCertifDenied'], checkLocation: 'Telecheck' };
  return [
    ...ordered('checks in progress in every order', ChecksDocument, CHECK_SORT_FIELDS, base),
    ...filtered(
      'checks in progress by each filter',
      ChecksDocument,
      base,
      { field: 'creationDate', direction: 'desc' },
      {
        ...each('status', OPEN_STATUSES, true),
        ...common,
      },
    ),
    ...searched('checks in progress by a search', ChecksDocument, base),
    ...ordered('reports in every order', ReportsDocument, reportSorts, base),
    ...filtered(
      'reports by each filter',
      ReportsDocument,
      base,
      { field: 'checkDate', direction: 'desc' },
      {
        ...each('checkOccurence', CHECK_OCCURRENCES, true),
        ...common,
      },
    ),
    ...ordered('reports of a rare kind in every order', ReportsDocument, reportSorts, rare),
    ...ordered('reports of 30 days in every order', ReportsDocument, reportSorts, { ...base, from: addDays(today, -30), to: today }),
    ...searched('reports by a search', ReportsDocument, base),
    ...ordered('reports of a name in every order', ReportsDocument, reportSorts, { ...base, search: 'peeters' }),
  ];
}

function employees({ companyId, superiorId }: Asker): Question[] {
  const base = { companyId, employment: 'active' };
  const byName = { field: 'employeeLastName', direction: 'asc' };
  return [
    ...ordered('employees in every order', EmployeesDocument, EMPLOYEE_SORT_FIELDS, base),
    ...filtered('employees by each filter', EmployeesDocument, { companyId }, byName, {
      ...each('employment', ['active', 'left']),
      all: {},
      ...(superiorId && { 'of a superior': { superiorId } }),
    }),
    ...searched('employees by a search', EmployeesDocument, base, byName),
    ...ordered('employees of a name in every order', EmployeesDocument, EMPLOYEE_SORT_FIELDS, { ...base, search: 'peeters' }),
  ];
}

function dashboard({ companyId, superiorId, priced }: Asker): Question[] {
  const periods: Record<string, Variables> = {
    all: {},
    today: { period: 'today' },
    week: { period: 'week' },
    month: { period: 'month' },
    'half a year': { period: 'dates', from: addDays(dayOf(new Date()), -182) },
    ...(superiorId && { 'of a superior': { superiorId } }),
  };
  const metrics = METRIC_NAMES.filter((metric) => priced || metric !== 'costPerSavedDay');
  return [
    ...Object.entries(periods).map(
      ([name, filter]): Question => [DASHBOARD, name, DashboardDocument, { filter: { companyId, ...filter } }],
    ),
    ...metrics.map(
      (metric): Question => [
        'the checks of each figure',
        metric,
        DashboardRowsDocument,
        { metric, filter: { companyId }, slice: {}, first: 25 },
      ],
    ),
  ];
}

const everything = (companyId: string | null, employer: boolean): Question[] =>
  ['pe', ...SEARCHES.filter((text) => text.length > 1)].map(
    (text): Question => [
      'the search over everything',
      `"${text}"`,
      SearchEverythingDocument,
      { text, companyId, employees: employer, certificates: employer, doctors: !employer, companies: !employer },
    ],
  );

/** All lists of the employer's screens, with each sort, filter and search. */
export function ofEmployer(asker: Asker): readonly Question[] {
  return [
    ...certificates(asker),
    ...checksAndReports(asker),
    ...employees(asker),
    ...dashboard(asker),
    ...everything(asker.companyId, true),
  ];
}

/** All lists of the provider's screens, for all companies; certificates only by the API. */
export function ofProvider(): readonly Question[] {
  const asker: Asker = { companyId: null, superiorId: null, priced: true };
  const tabs = Object.entries(LIST_STATUSES).flatMap(([tab, status]) => [
    ...ordered('the board in every order', PlanningBoardDocument, BOARD_SORTS, { status: [...status] }).map(
      ([group, name, ...rest]): Question => [group, `${tab}, ${name}`, ...rest],
    ),
    ...searched('the board by a search', PlanningBoardDocument, { status: [...status] }),
  ]);
  return [
    ...tabs,
    ...certificates(asker),
    ...checksAndReports(asker),
    ...ordered('doctors in every order', DoctorsDocument, DOCTOR_SORT_FIELDS, {}),
    ...ordered('companies in every order', ClientsDocument, COMPANY_SORT_FIELDS, {}),
    ...everything(null, false),
  ];
}
