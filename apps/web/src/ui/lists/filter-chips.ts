import type { CalendarDay } from '@checkwell/domain/clock';

/** An active filter, with a function to clear it (`FilterBar`). */
export interface FilterChip {
  readonly label: string;
  readonly onRemove: () => void;
}

/** The chip of a filter with one value; none without a value. */
export const chipOf = (label: string | false | null | undefined, onRemove: () => void): readonly FilterChip[] =>
  label ? [{ label, onRemove }] : [];

/** The chip of a period. */
export const periodChip = (
  { from, to }: { readonly from?: CalendarDay | undefined; readonly to?: CalendarDay | undefined },
  format: { readonly dateRange: (start: CalendarDay | undefined, end: CalendarDay | undefined) => string },
  onRemove: () => void,
): readonly FilterChip[] => (from === undefined && to === undefined ? [] : chipOf(format.dateRange(from, to), onRemove));
