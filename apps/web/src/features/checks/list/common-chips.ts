import { useFormat } from '../../../lib/i18n/format.ts';
import { useTranslations } from '../../../lib/i18n/translations.ts';
import { chipOf, type FilterChip, periodChip } from '../../../ui/lists/filter-chips.ts';
import type { CommonFilterValues } from './CommonFilters.tsx';

/** The chips of `CommonFilters`, in their order. */
export function useCommonChips(
  { checkTiming, checkLocation, from, to }: CommonFilterValues,
  onChange: (values: CommonFilterValues) => void,
): readonly FilterChip[] {
  const enums = useTranslations('enums');
  const format = useFormat();
  return [
    ...chipOf(checkTiming && enums(`checkTiming.${checkTiming}`), () => onChange({ checkTiming: undefined })),
    ...chipOf(checkLocation && enums(`checkLocation.${checkLocation}`), () => onChange({ checkLocation: undefined })),
    ...periodChip({ from, to }, format, () => onChange({ from: undefined, to: undefined })),
  ];
}
