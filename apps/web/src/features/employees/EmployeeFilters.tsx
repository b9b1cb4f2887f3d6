import { useTranslations } from '../../lib/i18n/translations.ts';
import { useCan } from '../../lib/session/viewer.ts';
import { FilterSelect } from '../../ui/lists/FilterSelect.tsx';
import { ListFilters, PersonSearch } from '../../ui/lists/ListFilters.tsx';
import { SuperiorFilter } from '../../ui/lists/SuperiorFilter.tsx';
import type { EmployeesListSearch } from './list-search.ts';

interface EmployeeFiltersProps {
  readonly search: EmployeesListSearch;
  /** Number of active filters. */
  readonly count: number;
  /** @param replace changes the address without a new history entry, for typed text */
  readonly onNarrow: (values: Partial<EmployeesListSearch>, replace?: boolean) => void;
}

/** What narrows the list of employees. */
export function EmployeeFilters({ search, count, onNarrow }: EmployeeFiltersProps) {
  const t = useTranslations('employees', 'employeeFields');
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
        aria-label={t('employment.filter')}
        className="sm:min-w-44"
        value={search.employment ?? 'active'}
        onChange={(value) => onNarrow({ employment: value === 'active' ? undefined : value })}
        options={(['active', 'left', 'all'] as const).map((value) => ({ value, label: t(`employment.${value}`) }))}
      />
    </ListFilters>
  );
}
