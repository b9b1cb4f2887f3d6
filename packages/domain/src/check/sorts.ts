// Apart from the rules of filters (list.ts): the address of every list is read before anything else is loaded.

/** What checks in progress are sorted by. What has no value (no appointment, no doctor) comes first when ascending. */
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
 * What reports are sorted by. `checkDate`: the moment of the check, without one that of the archive. What has no value (no doctor,
 * no new end date, no price) comes first when ascending.
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
