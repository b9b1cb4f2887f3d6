import type { Province } from '@checkwell/domain/dashboard/provinces';
import { useState } from 'react';
import { useFormat } from '../../lib/i18n/format.ts';
import { useTranslations } from '../../lib/i18n/translations.ts';
import { Skeleton } from '../../ui/content/Skeleton.tsx';
import { SegmentedControl } from '../../ui/controls/SegmentedControl.tsx';
import { LazyPart, lazy } from '../../ui/overlays/lazy.tsx';
import { useResults } from './chart-data.ts';
import { ChartCard } from './charts/ChartCard.tsx';
import type { Point } from './charts/chart-types.ts';
import { type OverviewProps, rowsLink } from './FigureTile.tsx';

const MAP = lazy(async () => (await import('./charts/ProvinceMap.tsx')).ProvinceMap);
const VIEWS = ['byCount', 'byImpact'] as const;

/** Where the checked workers live: how many checks, and which part of them had an impact. */
export function Provinces({ dashboard, search }: OverviewProps) {
  const t = useTranslations('dashboard');
  const enums = useTranslations('enums');
  const format = useFormat();
  const [view, setView] = useState<(typeof VIEWS)[number]>('byCount');
  const { columns, cells } = useResults();
  const rows = dashboard?.provinces ?? [];
  const counted = rows.filter(({ count }) => count > 0);
  const unknown = rows.find(({ province }) => province === 'Unknown')?.count ?? 0;
  const shown = new Map(rows.map((row) => [row.province, view === 'byCount' ? row.count : row.impactProportion]));
  const amount = (value: number) => (view === 'byCount' ? format.number(value) : format.percent(value));
  const points = new Map(
    rows.map(({ province, count, impactProportion }): [Province, Point] => [
      province,
      {
        key: province,
        label: enums(`province.${province}`),
        shortLabel: '',
        values: [shown.get(province) ?? 0],
        text: `${t('tile.n', { count, shown: format.number(count) })}, ${t('metric.impactProportion.name')} ${format.percent(impactProportion)}`,
        ...(count > 0 && { link: rowsLink('completedChecks', search, { province }) }),
      },
    ]),
  );
  return (
    <ChartCard
      title={t('chart.provinces.title')}
      text={t('chart.provinces.text')}
      className="lg:col-span-2 print:col-span-2"
      actions={
        <SegmentedControl
          size="xs"
          label={t('chart.provinces.title')}
          value={view}
          onChange={setView}
          options={VIEWS.map((value) => ({ value, label: t(`chart.provinces.${value}`) }))}
        />
      }
      table={
        dashboard && {
          columns: [t('chart.province'), ...columns, t('metric.impactProportion.name')],
          rows: counted.map((row) => ({
            label: enums(`province.${row.province}`),
            cells: [...cells(row), format.percent(row.impactProportion)],
            link: rowsLink('completedChecks', search, { province: row.province }),
          })),
        }
      }
    >
      <LazyPart
        part={MAP}
        props={{
          label: t('chart.provinces.map'),
          points,
          amountOf: (province) => shown.get(province) ?? null,
          max: Math.max(
            view === 'byCount' ? 1 : 0.01,
            ...[...shown].map(([province, value]) => (province === 'Unknown' ? 0 : (value ?? 0))),
          ),
          format: amount,
          series: {
            key: view,
            label: t(view === 'byCount' ? 'metric.completedChecks.name' : 'metric.impactProportion.name'),
            color: '--chart-confirmed',
          },
        }}
        fallback={<Skeleton height="18.75rem" />}
      />
      {unknown > 0 && <p className="mt-2 text-2xs text-muted">{t('chart.provinces.unknown', { count: unknown })}</p>}
    </ChartCard>
  );
}
