import { CERTIFICATE_TYPES, ENTRY_TYPES, INCAPACITY_TYPES } from '../certificate/enums.ts';
import { CERTIFICATE_SORT_FIELDS } from '../certificate/sorts.ts';
import { CHECK_LOCATIONS, CHECK_OCCURRENCES, CHECK_TIMINGS, COMMENT_REVIEWS, OPEN_STATUSES, ORDERABLE_LOCATIONS } from '../check/enums.ts';
import { CHECK_SORT_FIELDS, REPORT_SORT_FIELDS } from '../check/sorts.ts';
import { INTERFACE_LANGUAGES, TEXT } from '../constants.ts';
import { SIGN_UP_SORT_FIELDS, SIGN_UP_STATES } from '../identity/sign-up-enums.ts';
import {
  ACCESS_TYPES,
  COMPANY_SORT_FIELDS,
  DOCTOR_SORT_FIELDS,
  EMPLOYEE_SORT_FIELDS,
  SUPERIOR_SORT_FIELDS,
  TEAM_KINDS,
  TEAM_SORT_FIELDS,
  USER_SORT_FIELDS,
  WORKER_LANGUAGES,
} from '../people/enums.ts';
import { MAIL_SORT_FIELDS, MAIL_STATES } from '../people/mail-enums.ts';
import type { Ability } from '../policy.ts';
import { cursor, day, flag, id, oneOf, type Reader, type SearchOf, searchParams, someOf, someOrNoneOf, text } from './search-params.ts';

// Without the validation library, to keep it small: the URL of every list is parsed before anything else is loaded.

/** The sort order of a list, in the form of the API. */
export interface SortOf<Field extends string> {
  readonly field: Field;
  readonly direction: 'asc' | 'desc';
}

/**
 * A list: its filters, sort fields and hideable columns. Its URL, saved views, screen (`useListScreen`) and the API's sort order (`sortOf`) are derived
 * from it.
 * @param sorts the first one is the default
 * @param columns columns that can be hidden, in order; not those that identify a row
 * @param newestFirst whether the default order is descending
 */
const list = <
  const Filters extends Readonly<Record<string, Reader<unknown>>>,
  const Sorts extends readonly [string, ...string[]],
  const Columns extends readonly string[],
>(
  filters: Filters,
  sorts: Sorts,
  columns: Columns,
  newestFirst = false,
) => {
  /** The parameters that a view keeps. Not the search text, which may be the name of a person (docs/decisions/0054). */
  const view = { ...filters, sort: oneOf(sorts), desc: flag, hide: someOrNoneOf(columns) };
  const first: SortOf<Sorts[number]> = { field: sorts[0], direction: newestFirst ? 'desc' : 'asc' };
  /** `all`: show the unfiltered list instead of the default view. */
  const inAddress = { ...view, q: text(TEXT.search), all: flag, after: cursor };
  return {
    filters: Object.keys(filters) as readonly (keyof Filters & string)[],
    sorts,
    columns,
    first,
    view: searchParams(view),
    inAddress,
    /** Parses the URL of the list; invalid parameters are left out. A screen with more parameters extends `inAddress`. */
    search: searchParams(inAddress),
  } as const;
};

/** A list without hideable columns and views. */
const plainList = <const Filters extends Readonly<Record<string, Reader<unknown>>>, const Sorts extends readonly [string, ...string[]]>(
  filters: Filters,
  sorts: Sorts,
  newestFirst = false,
) => {
  const { view: _view, columns: _columns, search: _search, inAddress, ...plain } = list(filters, sorts, [], newestFirst);
  const { hide: _hide, all: _all, ...address } = inAddress;
  return { ...plain, inAddress: address, search: searchParams(address) } as const;
};

/** The sort order in a URL: a chosen one is ascending unless `desc` is set. @param first the default */
export const sortOf = <Field extends string>(
  { first }: { readonly first: SortOf<Field> },
  { sort, desc }: { readonly sort?: Field | undefined; readonly desc?: boolean | undefined },
): SortOf<Field> => (sort === undefined ? first : { field: sort, direction: desc ? 'desc' : 'asc' });

/** The filters of a list as the API takes them, from the URL: null when not set. A filter with another form there is replaced by the caller. */
export const filtersOf = <Filter extends string, Search extends { readonly [Name in Filter]?: unknown }>(
  { filters }: { readonly filters: readonly Filter[] },
  search: Search,
) =>
  // `Object.fromEntries` does not know the names.
  Object.fromEntries(filters.map((name) => [name, search[name] ?? null])) as {
    readonly [Name in Filter]: Exclude<Search[Name], undefined> | null;
  };

/** The number of filters set in a URL, without the search text; a period counts as one. @param tab a filter that is a tab and does not count */
export function filtersInForce(filters: readonly string[], search: Readonly<Record<string, unknown>>, tab?: string): number {
  const set = filters.filter((name) => name !== tab && search[name] !== undefined);
  return set.includes('from') && set.includes('to') ? set.length - 1 : set.length;
}

const check = { checkTiming: oneOf(CHECK_TIMINGS), checkLocation: oneOf(CHECK_LOCATIONS), from: day, to: day };

/** The tabs of the planner's board. */
export const BOARD_TABS = ['plan', 'problem', 'planned'] as const;
export type BoardTab = (typeof BOARD_TABS)[number];

/** Fields by which the planner's board can be sorted. */
export const BOARD_SORTS = ['creationDate', 'workerFullName', 'incapacityEndDate', 'appointmentStart'] as const;

/** The lists whose columns can be chosen and whose views can be saved. */
export const LISTS = {
  checks: list(
    { ...check, status: someOf(OPEN_STATUSES) },
    CHECK_SORT_FIELDS,
    ['status', 'period', 'check', 'appointment', 'superior', 'creationDate'],
    true,
  ),
  reports: list(
    { ...check, checkOccurence: someOf(CHECK_OCCURRENCES), commentReview: someOf(COMMENT_REVIEWS), superiorId: id },
    REPORT_SORT_FIELDS,
    ['outcome', 'moment', 'doctor', 'newEnd', 'price'],
    true,
  ),
  certificates: list(
    {
      superiorId: id,
      entryType: oneOf(ENTRY_TYPES),
      certifType: oneOf(CERTIFICATE_TYPES),
      incapacityReason: oneOf(INCAPACITY_TYPES),
      active: flag,
      from: day,
      to: day,
    },
    CERTIFICATE_SORT_FIELDS,
    ['start', 'end', 'certifType', 'entry', 'check'],
    true,
  ),
  employees: list(
    {
      superiorId: id,
      /** Left out: current employees. */
      employment: oneOf(['left', 'all']),
    },
    EMPLOYEE_SORT_FIELDS,
    ['employeeMatricule', 'function', 'phone', 'language', 'superior'],
  ),
  planning: list(
    {
      tab: oneOf(BOARD_TABS),
      checkLocation: oneOf(ORDERABLE_LOCATIONS),
      checkTiming: oneOf(CHECK_TIMINGS),
      doctorSearch: oneOf(['Exhausted']),
      employeeNotTold: flag,
      otherAddress: flag,
      resultHeld: flag,
    },
    BOARD_SORTS,
    ['left', 'status', 'problem', 'held', 'appointment', 'place', 'ordered'],
  ),
  doctors: list({ language: oneOf(WORKER_LANGUAGES), location: oneOf(ORDERABLE_LOCATIONS) }, DOCTOR_SORT_FIELDS, [
    'languages',
    'locations',
    'phone',
    'maxKm',
    'open',
  ]),
  companies: list(
    {
      language: oneOf(INTERFACE_LANGUAGES),
      /** Only companies without an invoice address. */
      noAddress: flag,
    },
    COMPANY_SORT_FIELDS,
    ['companyNumber', 'language', 'staffCount', 'checkPrice'],
  ),
} as const;
export type ListName = keyof typeof LISTS;
export const LIST_NAMES = [
  'checks',
  'reports',
  'certificates',
  'employees',
  'planning',
  'doctors',
  'companies',
] as const satisfies readonly ListName[];

/** The other lists. */
export const PLAIN_LISTS = {
  /** Requests for an account; without a state, the pending ones. The default order depends on the state (`signUpSortOf`). */
  signUps: plainList({ state: oneOf(SIGN_UP_STATES) }, SIGN_UP_SORT_FIELDS),
  mails: plainList({ state: oneOf(MAIL_STATES) }, MAIL_SORT_FIELDS, true),
  users: plainList({ accesType: oneOf(ACCESS_TYPES) }, USER_SORT_FIELDS),
  team: plainList({ kind: oneOf(TEAM_KINDS) }, TEAM_SORT_FIELDS),
  superiors: plainList({}, SUPERIOR_SORT_FIELDS),
} as const;

/** The parsed URL parameters of a list. */
export type ListSearch<Name extends ListName | keyof typeof PLAIN_LISTS> = SearchOf<(typeof LISTS & typeof PLAIN_LISTS)[Name]['search']>;

/** The permission to see each list, and so to have views of it. */
export const LIST_ABILITY = {
  checks: 'check.read',
  reports: 'check.read',
  certificates: 'certificate.read',
  employees: 'employee.read',
  planning: 'check.plan',
  doctors: 'doctor.read',
  companies: 'company.create',
} as const satisfies Record<ListName, Ability>;

/** The content of a view: URL parameters of its list. */
export type ViewSearch = Readonly<Record<string, unknown>>;
