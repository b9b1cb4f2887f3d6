import { CHECK_TIMINGS, type CheckLocation, type CheckTiming, ORDERABLE_LOCATIONS } from '@checkwell/domain/check/enums';
import { today } from '../../lib/time.ts';
import { useWords } from '../../lib/words.ts';
import { DateRange } from '../../ui/DatePicker.tsx';
import { Select } from '../../ui/Select.tsx';
import { periodPresets } from './list-search.ts';

interface Values {
  readonly timing?: CheckTiming | undefined;
  readonly location?: CheckLocation | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** The filters that both lists have: check type, location, period. */
export function CommonFilters({
  values,
  periodLabel,
  onChange,
}: {
  values: Values;
  periodLabel: string;
  onChange: (change: Values) => void;
}) {
  const t = useWords('checks');
  const enums = useWords('enums');
  return (
    <>
      <Select
        aria-label={t('filter.timing')}
        className="sm:w-40"
        value={values.timing ?? ''}
        onChange={(event) => onChange({ timing: CHECK_TIMINGS.find((timing) => timing === event.currentTarget.value) })}
        placeholder={t('filter.anyTiming')}
        options={CHECK_TIMINGS.map((value) => ({ value, label: enums(`checkTiming.${value}`) }))}
      />
      <Select
        aria-label={t('filter.location')}
        className="sm:w-40"
        value={values.location ?? ''}
        onChange={(event) => onChange({ location: ORDERABLE_LOCATIONS.find((location) => location === event.currentTarget.value) })}
        placeholder={t('filter.anyLocation')}
        options={ORDERABLE_LOCATIONS.map((value) => ({ value, label: enums(`checkLocation.${value}`) }))}
      />
      <DateRange
        label={periodLabel}
        className="max-sm:col-span-full"
        start={values.from ?? ''}
        end={values.to ?? ''}
        onChange={({ start, end }) => onChange({ from: start || undefined, to: end || undefined })}
        presets={periodPresets(today()).map(({ key, start, end }) => ({ label: t(`filter.${key}`), start, end }))}
      />
    </>
  );
}
