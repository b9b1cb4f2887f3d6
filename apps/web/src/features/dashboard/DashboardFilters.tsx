import { isCalendarDay } from '@checkwell/domain/clock';
import { PERIODS, type PeriodName, periodName } from '@checkwell/domain/dashboard/period';
import { useState } from 'react';
import { useTranslations } from '../../lib/i18n/translations.ts';
import { useMessageText } from '../../lib/i18n/use-message-text.ts';
import { type SuperiorName, searchSuperiors, superiorName } from '../../lib/records/superiors.ts';
import { session } from '../../lib/session/session.ts';
import { useCompany, useViewer } from '../../lib/session/viewer.ts';
import { ComboBox } from '../../ui/controls/ComboBox.tsx';
import { DatePicker } from '../../ui/controls/DatePicker.tsx';
import { Field } from '../../ui/controls/Field.tsx';
import { SegmentedControl } from '../../ui/controls/SegmentedControl.tsx';
import { useOptimisticValue } from '../../ui/controls/use-optimistic-value.ts';
import { FilterSelect } from '../../ui/lists/FilterSelect.tsx';
import { ALL_COMPANIES, type DashboardSearch, daysError } from './dashboard-search.ts';

export interface DashboardFiltersProps {
  search: DashboardSearch;
  onSearch: (change: Partial<DashboardSearch>) => void;
  /** Of the superior in the address. */
  superiorFullName: string | null | undefined;
}

/** Company, superior, period (specification, section 2). */
export function DashboardFilters({ search, onSearch, superiorFullName }: DashboardFiltersProps) {
  const t = useTranslations('dashboard');
  const viewer = useViewer();
  const current = useCompany();
  const chosen = search.companyId ?? current?.id ?? '';
  const company = viewer.companies.find(({ id }) => id === chosen);
  const handleCompany = (id: string): void => {
    if (id !== ALL_COMPANIES) session.setCompanyId(id);
    onSearch({ companyId: id, superiorId: undefined });
  };
  return (
    <div data-screen-only className="flex flex-wrap items-start gap-3">
      {viewer.companies.length > 1 && (
        <Field label={t('filter.company')} className="max-sm:w-full">
          <FilterSelect
            value={chosen}
            className="sm:min-w-52"
            onChange={(company = ALL_COMPANIES) => handleCompany(company)}
            options={[
              { value: ALL_COMPANIES, label: t('allCompanies') },
              ...viewer.companies.map(({ id, name }) => ({ value: id, label: name })),
            ]}
          />
        </Field>
      )}
      {company?.accesType === 'admin' && (
        <SuperiorFilter
          key={company.id}
          companyId={company.id}
          className="max-sm:w-full sm:w-60"
          value={search.superiorId}
          fullName={superiorFullName}
          onChange={(superiorId) => onSearch({ superiorId })}
        />
      )}
      <PeriodChoice values={search} onChange={onSearch} />
    </div>
  );
}

interface SuperiorFilterProps {
  companyId: string;
  className?: string;
  value: string | undefined;
  /** Of a superior who was not chosen here. */
  fullName: string | null | undefined;
  onChange: (superiorId: string | undefined) => void;
}

/** The filter by superior: all checks of the company, or those under one superior. */
export function SuperiorFilter({ companyId, className, value, fullName, onChange }: SuperiorFilterProps) {
  const t = useTranslations('dashboard');
  const [found, setFound] = useState<SuperiorName>();
  // For a superior in the address, the server sends the name.
  const known = found?.id === value ? found : fullName ? { id: value ?? '', superiorFullName: fullName, email: '' } : undefined;
  return (
    <Field label={t('filter.superior')} {...(className && { className })}>
      <ComboBox<SuperiorName>
        value={value === undefined ? null : (known ?? null)}
        onChange={(superior) => {
          setFound(superior ?? undefined);
          onChange(superior?.id);
        }}
        search={(text, signal) => searchSuperiors(companyId, text, signal)}
        itemKey={({ id }) => id}
        itemText={superiorName}
        placeholder={t('common:superior.any')}
        emptyText={t('filter.noSuperior')}
      />
    </Field>
  );
}

type PeriodValues = Pick<DashboardSearch, 'period' | 'from' | 'to'>;

/** The period: all, today, this week, this month, or chosen days with a start, and an end that is not before it. */
export function PeriodChoice({ values, onChange }: { values: PeriodValues; onChange: (change: PeriodValues) => void }) {
  const t = useTranslations('dashboard');
  const messageText = useMessageText();
  const { from, to } = values;
  const period = periodName(values);
  const periodError = daysError(values);
  // After "Dates" was chosen, errors are shown once the field has been left.
  const [left, setLeft] = useState(false);
  const handlePeriod = (chosen: PeriodName): void => {
    setLeft(false);
    onChange({
      period: chosen === 'all' ? undefined : chosen,
      ...(chosen !== 'dates' && { from: undefined, to: undefined }),
    });
  };
  return (
    <div className="flex flex-wrap items-start gap-3 max-sm:w-full">
      <div className="flex flex-col gap-1 max-sm:w-full">
        <span aria-hidden="true" className="text-xs font-medium">
          {t('filter.period')}
        </span>
        <SegmentedControl<PeriodName>
          label={t('filter.period')}
          className="max-sm:w-full max-sm:flex-wrap max-sm:*:flex-auto"
          value={period}
          onChange={handlePeriod}
          options={PERIODS.map((value) => ({ value, label: t(`filter.${value}`) }))}
        />
      </div>
      {period === 'dates' && (
        <>
          <Field
            label={t('filter.from')}
            required
            className="max-sm:w-full sm:w-44"
            error={periodError === 'filterStartRequired' && (left || to) ? messageText(`validation:${periodError}`) : undefined}
          >
            <DayChoice value={from} onChange={(day) => onChange({ from: day })} onBlur={() => setLeft(true)} />
          </Field>
          <Field
            label={t('filter.to')}
            className="max-sm:w-full sm:w-44"
            error={periodError === 'endBeforeStart' ? messageText(`validation:${periodError}`) : undefined}
          >
            <DayChoice value={to} onChange={(day) => onChange({ to: day })} />
          </Field>
        </>
      )}
    </div>
  );
}

interface DayChoiceProps {
  /** What the address says. */
  readonly value: string | undefined;
  readonly onChange: (day: string | undefined) => void;
  readonly onBlur?: () => void;
}

/** A day of the address. A date that is typed in part stays in the field. */
function DayChoice({ value, onChange, onBlur }: DayChoiceProps) {
  const [shown, show] = useOptimisticValue(value ?? '');
  const handleChange = (day: string): void => {
    show(day);
    if (day === '' || isCalendarDay(day)) onChange(day || undefined);
  };
  return <DatePicker value={shown} onChange={handleChange} onBlur={onBlur} />;
}
