// Separate from the filter rules (list.ts), so that reading the URL of a list does not load the validation library.

/** Fields by which checks in progress can be sorted. Checks without a value (no appointment, no doctor) come first in ascending order. */
export const CHECK_SORT_FIELDS = [
  'creationDate',
  'workerFullName',
  'incapacityStartDate',
  'incapacityEndDate',
  'status',
  'appointmentStart',
  'checkLocation',
  'superiorFullName',
  'doctorFullName',
] as const;
export type CheckSortField = (typeof CHECK_SORT_FIELDS)[number];

/**
 * Fields by which reports can be sorted. `checkDate`: the time of the check or, without one, of archiving. Reports without a value (no doctor, no new
 * end date, no price) come first in ascending order.
 */
export const REPORT_SORT_FIELDS = [
  'checkDate',
  'creationDate',
  'workerFullName',
  'incapacityStartDate',
  'incapacityEndDate',
  'archivedAt',
  'checkOccurence',
  'doctorFullName',
  'newIncapacityEndDate',
  'companyTotalPrice',
] as const;
export type ReportSortField = (typeof REPORT_SORT_FIELDS)[number];

interface SortBy<Field extends string> {
  readonly field: Field;
  readonly direction: 'asc' | 'desc';
}
export type CheckSort = SortBy<CheckSortField>;
export type ReportSort = SortBy<ReportSortField>;
