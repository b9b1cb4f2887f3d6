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

// Light, and without the library of rules: the address of every list is read before anything else is loaded.

/** How a list is ordered, as the API takes it. */
export interface SortOf<Field extends string> {
  readonly field: Field;
  readonly direction: 'asc' | 'desc';
}

/**
 * A list: what narrows it, what it is sorted by, which columns can be hidden. Its address, its saved views, its screen
 * (`useListScreen`) and the API's order (`sortOf`) follow from it.
 * @param sorts the first is the order where nobody chose one
 * @param columns those that can be hidden, in their order; what tells a row from another is none of them
 * @param newestFirst the order that nobody chose goes downwards
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
  /** What a view keeps. Not what was searched for: that names people, and a view stays (docs/decisions/0054). */
  const view = { ...filters, sort: oneOf(sorts), desc: flag, hide: someOrNoneOf(columns) };
  const first: SortOf<Sorts[number]> = { field: sorts[0], direction: newestFirst ? 'desc' : 'asc' };
  /** `all`: the whole list, although a view is the one that opens. */
  const inAddress = { ...view, q: text(TEXT.search), all: flag, after: cursor };
  return {
    filters: Object.keys(filters) as readonly (keyof Filters & string)[],
    sorts,
    columns,
    first,
    view: searchParams(view),
    inAddress,
    /** The list as it is in the address; what does not fit is left out. A screen that keeps more there takes `inAddress`. */
    search: searchParams(inAddress),
  } as const;
};

/** A list without columns to choose and without views. */
const plainList = <const Filters extends Readonly<Record<string, Reader<unknown>>>, const Sorts extends readonly [string, ...string[]]>(
  filters: Filters,
  sorts: Sorts,
  newestFirst = false,
) => {
  const { view: _view, columns: _columns, search: _search, inAddress, ...plain } = list(filters, sorts, [], newestFirst);
  const { hide: _hide, all: _all, ...address } = inAddress;
  return { ...plain, inAddress: address, search: searchParams(address) } as const;
};

/** The order that an address asks for: a chosen one ascends unless it says otherwise. @param first what counts where none was chosen */
export const sortOf = <Field extends string>(
  { first }: { readonly first: SortOf<Field> },
  { sort, desc }: { readonly sort?: Field | undefined; readonly desc?: boolean | undefined },
): SortOf<Field> => (sort === undefined ? first : { field: sort, direction: desc ? 'desc' : 'asc' });

/** How many filters an address sets, the search apart; a period counts as one. @param tab a filter that always has a value, and is none */
export function filtersInForce(filters: readonly string[], search: Readonly<Record<string, unknown>>, tab?: string): number {
  const set = filters.filter((name) => name !== tab && search[name] !== undefined);
  return set.includes('from') && set.includes('to') ? set.length - 1 : set.length;
}

const check = { timing: oneOf(CHECK_TIMINGS), location: oneOf(CHECK_LOCATIONS), from: day, to: day };

/** The piles of a planner's day. */
export const PILE_NAMES = ['plan', 'problem', 'planned'] as const;
export type Pile = (typeof PILE_NAMES)[number];

/** What the planner's board is sorted by. */
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
    { ...check, outcome: someOf(CHECK_OCCURRENCES), comment: someOf(COMMENT_REVIEWS), superiorId: id },
    REPORT_SORT_FIELDS,
    ['outcome', 'moment', 'doctor', 'newEnd', 'price'],
    true,
  ),
  certificates: list(
    {
      superiorId: id,
      entryType: oneOf(ENTRY_TYPES),
      certifType: oneOf(CERTIFICATE_TYPES),
      reason: oneOf(INCAPACITY_TYPES),
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
      /** Without it: those who work there. */
      employment: oneOf(['left', 'all']),
    },
    EMPLOYEE_SORT_FIELDS,
    ['employeeMatricule', 'function', 'phone', 'language', 'superior'],
  ),
  planning: list(
    {
      pile: oneOf(PILE_NAMES),
      location: oneOf(ORDERABLE_LOCATIONS),
      timing: oneOf(CHECK_TIMINGS),
      exhausted: flag,
      notTold: flag,
      otherAddress: flag,
      held: flag,
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
      /** Those alone without an address for invoices. */
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
  /** Requests for access; without a state, those that wait. Their order depends on the state (`signUpSortOf`). */
  signUps: plainList({ state: oneOf(SIGN_UP_STATES) }, SIGN_UP_SORT_FIELDS),
  mails: plainList({ state: oneOf(MAIL_STATES) }, MAIL_SORT_FIELDS, true),
  users: plainList({ accesType: oneOf(ACCESS_TYPES) }, USER_SORT_FIELDS),
  team: plainList({ kind: oneOf(TEAM_KINDS) }, TEAM_SORT_FIELDS),
  superiors: plainList({}, SUPERIOR_SORT_FIELDS),
} as const;

/** What the address of a list says. */
export type ListSearch<Name extends ListName | keyof typeof PLAIN_LISTS> = SearchOf<(typeof LISTS & typeof PLAIN_LISTS)[Name]['search']>;

/** Whoever may see the list at all; others have no views of it. */
export const LIST_ABILITY = {
  checks: 'check.read',
  reports: 'check.read',
  certificates: 'certificate.read',
  employees: 'employee.read',
  planning: 'check.plan',
  doctors: 'doctor.read',
  companies: 'company.create',
} as const satisfies Record<ListName, Ability>;

/** What a view shows, as the address of its list would say it. */
export type ViewSearch = Readonly<Record<string, unknown>>;
