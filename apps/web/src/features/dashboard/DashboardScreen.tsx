import { SMALLEST_SHARE_BASE } from '@checkwell/domain/dashboard/definitions';
import { useQuery } from '@tanstack/react-query';
import { messageText } from '../../lib/form.ts';
import { useFormat } from '../../lib/format.ts';
import { session } from '../../lib/session.ts';
import { today } from '../../lib/time.ts';
import { useCompany, useViewer } from '../../lib/viewer.ts';
import { useWords } from '../../lib/words.ts';
import { LinkButton } from '../../ui/Button.tsx';
import { Card, Section } from '../../ui/Card.tsx';
import { DateRange } from '../../ui/DatePicker.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Field, FieldError } from '../../ui/Field.tsx';
import { Page, PageHeader } from '../../ui/PageHeader.tsx';
import { SegmentedControl } from '../../ui/RadioGroup.tsx';
import { Select } from '../../ui/Select.tsx';
import { Stat, StatGrid } from '../../ui/Stat.tsx';
import { ColumnChart, ShareList } from './Charts.tsx';
import type { DashboardQuery } from './dashboard.gql.ts';
import { dashboardQuery, superiorsQuery } from './dashboard.queries.ts';
import { type DashboardSearch, datesFault, daysOf, PERIODS, type PeriodName } from './period.ts';

interface DashboardScreenProps {
  search: DashboardSearch;
  onSearch: (change: Partial<DashboardSearch>) => void;
}

/** Check volume, absenteeism and operations of a company, for a period and a superior (specification, sections 2 and 9). */
export function DashboardScreen({ search, onSearch }: DashboardScreenProps) {
  const t = useWords('dashboard');
  const company = useCompany();
  const fault = datesFault(search);
  const query = useQuery(
    dashboardQuery({ companyId: company?.id ?? null, superiorId: search.superiorId ?? null, ...daysOf(search, today()) }, fault === null),
  );
  const figures = query.data?.dashboard;
  return (
    <Page>
      <PageHeader title={t('title')} subtitle={company?.name} />
      <Filters search={search} onSearch={onSearch} fault={fault} />
      {query.isError && !figures ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <Overviews figures={figures} />
      )}
    </Page>
  );
}

function Filters({ search, onSearch, fault }: DashboardScreenProps & { fault: ReturnType<typeof datesFault> }) {
  const t = useWords('dashboard');
  const viewer = useViewer();
  const company = useCompany();
  const superiors = useQuery({ ...superiorsQuery(company?.id ?? ''), enabled: company !== undefined });
  return (
    <div className="flex flex-wrap items-end gap-3">
      {viewer.companies.length > 1 && (
        <Field label={t('filter.company')} className="max-sm:w-full">
          <Select
            value={company?.id ?? ''}
            onChange={(event) => session.setCompanyId(event.target.value)}
            options={viewer.companies.map(({ id, name }) => ({ value: id, label: name }))}
          />
        </Field>
      )}
      <Field label={t('filter.superior')} className="max-sm:w-full">
        <Select
          value={search.superiorId ?? ''}
          onChange={(event) => onSearch({ superiorId: event.target.value || undefined })}
          options={[
            { value: '', label: t('filter.anySuperior') },
            ...(superiors.data?.superiors.nodes ?? []).map(({ id, superiorFullName, email }) => ({
              value: id,
              label: superiorFullName || email,
            })),
          ]}
        />
      </Field>
      <SegmentedControl<PeriodName>
        label={t('filter.period')}
        value={search.period ?? 'all'}
        onChange={(period) =>
          onSearch({ period: period === 'all' ? undefined : period, ...(period !== 'dates' && { from: undefined, to: undefined }) })
        }
        options={PERIODS.map((value) => ({ value, label: t(`filter.${value}`) }))}
      />
      {search.period === 'dates' && (
        <div className="flex flex-col gap-1">
          <DateRange
            label={t('filter.dates')}
            start={search.from ?? ''}
            end={search.to ?? ''}
            onChange={({ start, end }) => onSearch({ from: start || undefined, to: end || undefined })}
          />
          {fault && <FieldError>{messageText(`validation:${fault}`)}</FieldError>}
        </div>
      )}
    </div>
  );
}

function Overviews({ figures }: { figures: DashboardQuery['dashboard'] | undefined }) {
  const t = useWords('dashboard');
  const enums = useWords('enums');
  const format = useFormat();
  const base = (count: number | undefined) => (count === undefined ? undefined : t('base', { count }));
  const spread = (count: number | undefined, median: string | undefined) =>
    count ? t('spread', { count, median: median ?? '' }) : base(count);
  const share = (value: number | null | undefined) =>
    figures === undefined ? undefined : value === null || value === undefined ? '–' : format.percent(value);
  const shares = <Name extends string>(
    rows: readonly { readonly name: string; readonly count: number }[] | undefined,
    label: (name: Name) => string,
  ) => (rows ?? []).map(({ name, count }) => ({ key: name, label: label(name as Name), value: count }));
  const nothing = figures !== undefined && figures.completedChecks === 0 && figures.openChecks === 0;
  if (nothing) {
    return (
      <EmptyState
        icon="chart"
        title={t('empty')}
        text={t('emptyText')}
        action={
          <LinkButton to="/checks/new" variant="primary">
            {t('emptyAction')}
          </LinkButton>
        }
      />
    );
  }
  return (
    <div className="flex flex-col gap-8">
      <Section title={t('volume.title')}>
        <StatGrid>
          <Stat
            label={t('volume.completed')}
            value={figures && format.number(figures.completedChecks)}
            hint={t('volume.completedHint')}
            link={{ to: '/reports', label: t('volume.openReports') }}
          />
          <Stat
            label={t('volume.open')}
            value={figures && format.number(figures.openChecks)}
            hint={t('volume.openHint')}
            link={{ to: '/checks', label: t('volume.openChecks') }}
          />
        </StatGrid>
        <div className="grid gap-4 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
          <Card title={t('volume.perMonth')}>
            {figures && (
              <ColumnChart
                title={t('volume.perMonth')}
                labelHeader={t('volume.month')}
                valueHeader={t('volume.completed')}
                format={(value) => format.number(value)}
                bars={figures.completedPerMonth.map(({ month, count }) => ({
                  key: month,
                  label: format.month(`${month}-01`),
                  shortLabel: `${month.slice(5)}/${month.slice(2, 4)}`,
                  value: count,
                }))}
              />
            )}
          </Card>
          <Card title={t('volume.outcomes')}>
            <ShareList
              label={t('volume.outcomes')}
              shares={shares(figures?.occurrences, (name: 'Yes') => enums(`checkOccurence.${name}`))}
              format={(value) => format.number(value)}
              percent={(value) => format.percent(value)}
            />
          </Card>
        </div>
      </Section>
      <Section title={t('absence.title')}>
        <StatGrid>
          <Stat
            label={t('absence.impact')}
            value={figures && format.number(figures.impactDays)}
            unit={t('unit.days')}
            hint={t('absence.impactHint', { days: format.number(figures?.earlyReturnDays ?? 0) })}
          />
          <Stat
            label={t('absence.proportion')}
            value={share(figures?.impactProportion)}
            hint={
              figures && figures.completedChecks < SMALLEST_SHARE_BASE
                ? t('absence.tooFew', { count: SMALLEST_SHARE_BASE })
                : t('absence.proportionHint', { part: format.number(figures?.impactCount), count: figures?.completedChecks ?? 0 })
            }
          />
          <Stat
            label={t('absence.average')}
            value={figures && (figures.averageAbsenceDays === null ? '–' : format.number(figures.averageAbsenceDays, 1))}
            unit={t('unit.days')}
            hint={spread(figures?.absenceCount, format.number(figures?.medianAbsenceDays, 1))}
          />
        </StatGrid>
      </Section>
      <Section title={t('operations.title')}>
        <StatGrid>
          <Stat
            label={t('operations.success')}
            value={share(figures?.operationalSuccessRate)}
            hint={t('operations.successHint', { count: figures?.operationalBase ?? 0 })}
          />
          <Stat
            label={t('operations.distance')}
            value={figures && (figures.averageDistanceKm === null ? '–' : format.number(figures.averageDistanceKm, 1))}
            unit="km"
            hint={spread(figures?.distanceCount, format.km(figures?.medianDistanceKm))}
          />
          <Stat
            label={t('operations.minutes')}
            value={figures && (figures.averageCheckMinutes === null ? '–' : format.number(figures.averageCheckMinutes, 1))}
            unit={t('unit.minutes')}
            hint={spread(figures?.durationCount, format.minutes(figures?.medianCheckMinutes))}
          />
        </StatGrid>
        <div className="grid gap-4 lg:grid-cols-2">
          <Card title={t('operations.timing')} hint={t('operations.ordersHint')}>
            <ShareList
              label={t('operations.timing')}
              shares={shares(figures?.timing, (name: 'Immediate') => enums(`checkTiming.${name}`))}
              format={(value) => format.number(value)}
              percent={(value) => format.percent(value)}
            />
          </Card>
          <Card title={t('operations.location')} hint={t('operations.ordersHint')}>
            <ShareList
              label={t('operations.location')}
              shares={shares(figures?.location, (name: 'Office') => enums(`checkLocation.${name}`))}
              format={(value) => format.number(value)}
              percent={(value) => format.percent(value)}
            />
          </Card>
        </div>
      </Section>
    </div>
  );
}
