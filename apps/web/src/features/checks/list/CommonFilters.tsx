import { CHECK_TIMINGS, type CheckLocation, type CheckTiming, ORDERABLE_LOCATIONS } from '@checkwell/domain/check/enums';
import { useTranslations } from '../../../lib/i18n/translations.ts';
import { usePeriodPresets } from '../../../lib/lists/period-presets.ts';
import { FilterSelect } from '../../../ui/lists/FilterSelect.tsx';
import { PeriodFilter } from '../../../ui/lists/PeriodFilter.tsx';

/** Values of the filters that both lists have. */
export interface CommonFilterValues {
  readonly checkTiming?: CheckTiming | undefined;
  readonly checkLocation?: CheckLocation | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** The filters that both lists have: check type, location, period. */
export function CommonFilters({
  values,
  periodLabel,
  onChange,
}: {
  values: CommonFilterValues;
  periodLabel: string;
  onChange: (change: CommonFilterValues) => void;
}) {
  const t = useTranslations('checks', 'checkFields');
  const enums = useTranslations('enums');
  return (
    <>
      <FilterSelect
        aria-label={t('checkFields:checkTiming')}
        className="sm:min-w-36"
        value={values.checkTiming}
        onChange={(checkTiming) => onChange({ checkTiming })}
        placeholder={t('filter.anyTiming')}
        options={CHECK_TIMINGS.map((value) => ({ value, label: enums(`checkTiming.${value}`) }))}
      />
      <FilterSelect
        aria-label={t('checkFields:checkLocation')}
        className="sm:min-w-36"
        value={values.checkLocation}
        onChange={(checkLocation) => onChange({ checkLocation })}
        placeholder={t('filter.anyLocation')}
        options={ORDERABLE_LOCATIONS.map((value) => ({ value, label: enums(`checkLocation.${value}`) }))}
      />
      <PeriodFilter
        label={periodLabel}
        start={values.from ?? ''}
        end={values.to ?? ''}
        onChange={({ start, end }) => onChange({ from: start || undefined, to: end || undefined })}
        presets={usePeriodPresets()}
      />
    </>
  );
}
