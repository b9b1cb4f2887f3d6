import { CHECK_LOCATIONS, CHECK_OCCURRENCES, CHECK_TIMINGS } from '@checkwell/domain/check/enums';
import { daysInOrder } from '@checkwell/domain/clock';
import { PERIODS, type PeriodChoice, periodName } from '@checkwell/domain/dashboard/period';
import { PROVINCES } from '@checkwell/domain/dashboard/provinces';
import { cursor, day, id, oneOf, type SearchOf, searchParams } from '@checkwell/domain/lists/search-params';

/** Stands for all companies of the viewer in the address. */
export const ALL_COMPANIES = 'all';

const company = (raw: unknown): string | undefined => (raw === ALL_COMPANIES ? ALL_COMPANIES : id(raw));
const RESULTS = ['confirmed', 'earlyReturn', 'noShow'] as const;
const weekday = (raw: unknown): number | undefined =>
  typeof raw === 'number' && Number.isInteger(raw) && raw >= 1 && raw <= 7 ? raw : undefined;

const filters = { companyId: company, superiorId: id, period: oneOf(PERIODS), from: day, to: day };

/** The filters as they are in the address. */
export const dashboardSearch = searchParams(filters);
export type DashboardSearch = SearchOf<typeof dashboardSearch>;

/** One part of a chart. */
const slice = {
  result: oneOf(RESULTS),
  checkOccurence: oneOf(CHECK_OCCURRENCES),
  checkTiming: oneOf(CHECK_TIMINGS),
  checkLocation: oneOf(CHECK_LOCATIONS),
  province: oneOf(PROVINCES),
  weekday,
};
const sliceSearch = searchParams(slice);
export type SliceSearch = SearchOf<typeof sliceSearch>;

/** The list of the checks behind a figure: the same filters, a part of a chart, the page. */
export const rowsSearch = searchParams({ ...filters, ...slice, after: cursor });
export type RowsSearch = SearchOf<typeof rowsSearch>;

/** The parts of an address that name a part of a chart. */
export const sliceOf = (search: RowsSearch): SliceSearch => sliceSearch.parse(search);
/** The filters of the dashboard in an address. */
export const filtersOf = (search: RowsSearch): DashboardSearch => dashboardSearch.parse(search);

/** The filter as the server takes it. @param companyId that the rest of the application shows */
export function filterOf({ companyId: chosen, superiorId, ...choice }: DashboardSearch, companyId: string | undefined) {
  const period = periodName(choice);
  const dates = period === 'dates';
  return {
    companyId: chosen === ALL_COMPANIES ? null : (chosen ?? companyId ?? null),
    superiorId: chosen === ALL_COMPANIES ? null : (superiorId ?? null),
    period,
    from: dates ? (choice.from ?? null) : null,
    to: dates ? (choice.to ?? null) : null,
  };
}

/** What is wrong with chosen days (specification, section 5); null: nothing. */
export function daysError(choice: PeriodChoice): 'filterStartRequired' | 'endBeforeStart' | null {
  if (periodName(choice) !== 'dates') return null;
  if (!choice.from) return 'filterStartRequired';
  return daysInOrder(choice.from, choice.to) ? null : 'endBeforeStart';
}
