import { useSuperiorChoices } from '../../lib/records/superiors.ts';
import { useCompany } from '../../lib/session/viewer.ts';
import { chipOf, type FilterChip } from './filter-chips.ts';

/** The chip of a superior, as `SuperiorFilter` calls one; none until the name is known. @param id of the chosen one */
export function useSuperiorChip(id: string | undefined, onRemove: () => void): readonly FilterChip[] {
  const { choices, chosen } = useSuperiorChoices(useCompany()?.id, id);
  return chipOf(id !== undefined && (choices.find((choice) => choice.id === id) ?? chosen)?.name, onRemove);
}
