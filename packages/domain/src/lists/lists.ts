import { CERTIFICATE_TYPES, ENTRY_TYPES, INCAPACITY_TYPES } from '../certificate/enums.ts';
import { CERTIFICATE_SORT_FIELDS } from '../certificate/sorts.ts';
import { CHECK_LOCATIONS, CHECK_OCCURRENCES, CHECK_TIMINGS, COMMENT_REVIEWS, OPEN_STATUSES, ORDERABLE_LOCATIONS } from '../check/enums.ts';
import { CHECK_SORT_FIELDS, REPORT_SORT_FIELDS } from '../check/sorts.ts';
import { INTERFACE_LANGUAGES, TEXT } from '../constants.ts';
import { COMPANY_SORT_FIELDS, DOCTOR_SORT_FIELDS, EMPLOYEE_SORT_FIELDS, WORKER_LANGUAGES } from '../people/enums.ts';
import type { Ability } from '../policy.ts';
import { cursor, day, flag, id, oneOf, type Reader, searchParams, someOf, someOrNoneOf, text } from './search-params.ts';

// Light, and without the library of rules: the address of every list is read before anything else is loaded.

/**
 * What is known of a list whose columns can be chosen and whose views can be saved.
 * @param columns those that can be hidden, in their order; what tells a row from another is none of them
 */
const list = <
  const Filters extends Readonly<Record<string, Reader<unknown>>>,
  const Sorts extends readonly string[],
  const Columns extends readonly string[],
>(
  filters: Filters,
  sorts: Sorts,
  columns: Columns,
) => {
  /** What a view keeps. Not what was searched for: that names people, and a view stays (docs/decisions/0054). */
  const view = { ...filters, sort: oneOf(sorts), desc: flag, hide: someOrNoneOf(columns) };
  return {
    sorts,
    columns,
    view: searchParams(view),
    /** `all`: the whole list, although a view is the one that opens. */
    inAddress: { ...view, q: text(TEXT.search), all: flag, after: cursor },
  } as const;
};

const check = { timing: oneOf(CHECK_TIMINGS), location: oneOf(CHECK_LOCATIONS), from: day, to: day };

/** The piles of a planner's day. */
export const PILE_NAMES = ['plan', 'problem', 'planned'] as const;
export type Pile = (typeof PILE_NAMES)[number];

/** What the planner's board is sorted by. */
export const BOARD_SORTS = ['creationDate', 'workerFullName', 'incapacityEndDate', 'appointmentStart'] as const;

/** Filters, orders and columns of the lists, for their address and for the views that people save. */
export const LISTS = {
  checks: list({ ...check, status: someOf(OPEN_STATUSES) }, CHECK_SORT_FIELDS, [
    'status',
    'period',
    'check',
    'appointment',
    'superior',
    'creationDate',
  ]),
  reports: list({ ...check, outcome: someOf(CHECK_OCCURRENCES), comment: someOf(COMMENT_REVIEWS), superiorId: id }, REPORT_SORT_FIELDS, [
    'outcome',
    'moment',
    'doctor',
    'newEnd',
    'price',
  ]),
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
  planning: list({ pile: oneOf(PILE_NAMES), location: oneOf(ORDERABLE_LOCATIONS), timing: oneOf(CHECK_TIMINGS) }, BOARD_SORTS, [
    'left',
    'status',
    'problem',
    'appointment',
    'place',
    'ordered',
  ]),
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
