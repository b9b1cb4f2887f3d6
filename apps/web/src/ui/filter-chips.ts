import type { CalendarDay } from '@checkwell/domain/clock';
import { useSuperiorChoices } from '../lib/superiors.ts';
import { useCompany } from '../lib/viewer.ts';

/** A filter in force, with the way out of it (`FilterBar`). */
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

/** The chip of a superior, as `SuperiorFilter` calls one; none until the name is known. @param id of the chosen one */
export function useSuperiorChip(id: string | undefined, onRemove: () => void): readonly FilterChip[] {
  const { choices, chosen } = useSuperiorChoices(useCompany()?.id, id);
  return chipOf(id !== undefined && (choices.find((choice) => choice.id === id) ?? chosen)?.name, onRemove);
}
