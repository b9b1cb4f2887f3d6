import { CERTIFICATE_TYPES, ENTRY_TYPES, INCAPACITY_TYPES } from '@checkwell/domain/certificate/enums';
import { useTranslations } from '../../lib/i18n/translations.ts';
import { usePeriodPresets } from '../../lib/lists/period-presets.ts';
import { useCan } from '../../lib/session/viewer.ts';
import { FilterCheckbox } from '../../ui/lists/FilterCheckbox.tsx';
import { FilterSelect } from '../../ui/lists/FilterSelect.tsx';
import { ListFilters, PersonSearch } from '../../ui/lists/ListFilters.tsx';
import { PeriodFilter } from '../../ui/lists/PeriodFilter.tsx';
import { SuperiorFilter } from '../../ui/lists/SuperiorFilter.tsx';
import type { CertificatesSearch } from './list-search.ts';

interface CertificateFiltersProps {
  readonly search: CertificatesSearch;
  /** Number of active filters. */
  readonly count: number;
  /** @param replace changes the address without a new history entry, for typed text */
  readonly onNarrow: (values: Partial<CertificatesSearch>, replace?: boolean) => void;
}

/** The filters of the list of certificates. */
export function CertificateFilters({ search, count, onNarrow }: CertificateFiltersProps) {
  const t = useTranslations('certificates', 'certificateFields', 'employeeFields');
  const enums = useTranslations('enums');
  const presets = usePeriodPresets();
  const findsNiss = useCan('employee.niss');
  return (
    <ListFilters count={count} search={<PersonSearch q={search.q} findsNiss={findsNiss} onNarrow={onNarrow} />}>
      <SuperiorFilter
        label={t('employeeFields:superiorFullName')}
        placeholder={t('common:superior.any')}
        value={search.superiorId}
        onChange={(superiorId) => onNarrow({ superiorId })}
      />
      <FilterSelect
        aria-label={t('certificateFields:certifType')}
        className="sm:min-w-40"
        value={search.certifType}
        onChange={(certifType) => onNarrow({ certifType })}
        placeholder={t('filter.anyCertifType')}
        options={CERTIFICATE_TYPES.map((value) => ({ value, label: enums(`certifType.${value}`) }))}
      />
      <FilterSelect
        aria-label={t('certificateFields:entryType')}
        className="sm:min-w-40"
        value={search.entryType}
        onChange={(entryType) => onNarrow({ entryType })}
        placeholder={t('filter.anyEntryType')}
        options={ENTRY_TYPES.map((value) => ({ value, label: enums(`entryType.${value}`) }))}
      />
      <FilterSelect
        aria-label={t('column.incapacityReason')}
        className="sm:min-w-40"
        value={search.incapacityReason}
        onChange={(incapacityReason) => onNarrow({ incapacityReason })}
        placeholder={t('filter.anyReason')}
        options={INCAPACITY_TYPES.map((value) => ({ value, label: enums(`incapacityType.${value}`) }))}
      />
      <PeriodFilter
        label={t('filter.period')}
        start={search.from ?? ''}
        end={search.to ?? ''}
        onChange={({ start, end }) => onNarrow({ from: start || undefined, to: end || undefined })}
        presets={presets}
      />
      <FilterCheckbox
        label={t('filter.active')}
        checked={search.active ?? false}
        onChange={(active) => onNarrow({ active: active || undefined })}
      />
    </ListFilters>
  );
}
