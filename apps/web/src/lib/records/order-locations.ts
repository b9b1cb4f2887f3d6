import { ORDERABLE_LOCATIONS } from '@checkwell/domain/check/enums';
import { useFlag } from '../flags/flags.ts';

/** Where a check may be ordered, for the viewer. @param chosen stays to be seen, with its error, when it is not offered any more */
export function useOrderLocations(chosen: string | undefined): readonly (typeof ORDERABLE_LOCATIONS)[number][] {
  const telecheck = useFlag('telecheck');
  return ORDERABLE_LOCATIONS.filter((location) => location !== 'Telecheck' || telecheck || chosen === location);
}
