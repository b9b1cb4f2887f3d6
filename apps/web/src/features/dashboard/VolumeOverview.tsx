import type { CheckOccurence } from '@checkwell/domain/check/enums';
import { countedOccurenceKey } from '@checkwell/domain/check/result/outcome';
import { shareOf } from '@checkwell/domain/dashboard/definitions';
import { useFormat } from '../../lib/i18n/format.ts';
import { useTranslations } from '../../lib/i18n/translations.ts';
import { useMonthsText, useResults, useTimeline, useWeekdayName } from './chart-data.ts';
import { ChartCard } from './charts/ChartCard.tsx';
import { Columns } from './charts/Columns.tsx';
import { ShareBars } from './charts/ShareBars.tsx';
import { type OverviewProps, rowsLink } from './FigureTile.tsx';
import { Overview } from './Overview.tsx';
import { Provinces } from './Provinces.tsx';

/** Figures about volume: how many checks, when, where, and with which result. */
export function VolumeOverview({ dashboard, search }: OverviewProps) {
  const t = useTranslations('dashboard');
  const enums = useTranslations('enums');
  const format = useFormat();
  const number = (value: number) => format.number(value);
  const { series, valuesOf, textOf, columns, cells } = useResults();
  const timelineOf = useTimeline();
  const monthsText = useMonthsText();
  const timeline = dashboard ? timelineOf(dashboard, search) : [];
  const byDay = (dashboard?.days.length ?? 0) > 0;
  const weekdayName = useWeekdayName();
  const outcomes = dashboard?.outcomes ?? [];
  const ended = outcomes.reduce((sum, { count }) => sum + count, 0);
  const completed = dashboard?.weekdays.reduce((sum, day) => sum + day.confirmed + day.earlyReturn + day.noShow, 0);
  return (
    <Overview section="volume" dashboard={dashboard} search={search}>
      <div className="grid gap-4 lg:grid-cols-3 print:grid-cols-3 print:gap-2">
        <ChartCard
          title={byDay ? t('chart.days.title') : t('chart.months.title')}
          text={dashboard && !byDay ? monthsText(t('chart.months.text'), dashboard) : t('chart.months.text')}
          className="lg:col-span-2 print:col-span-2"
          table={
            dashboard && {
              columns: [byDay ? t('chart.day') : t('chart.month'), ...columns],
              rows: timeline.map((entry) => ({ label: entry.label, cells: cells(entry), link: rowsLink('completedChecks', entry.search) })),
            }
          }
        >
          <Columns
            label={byDay ? t('chart.days.title') : t('chart.months.title')}
            series={series}
            format={number}
            height={330}
            points={timeline.map(({ search: cut, ...entry }) => ({
              ...entry,
              values: valuesOf(entry),
              text: textOf(valuesOf(entry)),
              link: rowsLink('completedChecks', cut),
            }))}
          />
        </ChartCard>
        <ChartCard
          title={t('chart.outcomes.title')}
          text={t('chart.outcomes.text')}
          table={
            dashboard && {
              columns: ['', t('chart.count'), t('chart.share')],
              rows:
                ended === 0
                  ? []
                  : outcomes.map(({ name, count }) => ({
                      label: enums(countedOccurenceKey(name as CheckOccurence)),
                      cells: [format.number(count), format.percent(shareOf(count, ended))],
                      ...(count > 0 && { link: rowsLink('archivedChecks', search, { checkOccurence: name }) }),
                    })),
            }
          }
        >
          <ShareBars
            label={t('chart.outcomes.title')}
            format={number}
            percent={(share) => format.percent(share)}
            shares={outcomes.map(({ name, count }) => ({
              key: name,
              label: enums(countedOccurenceKey(name as CheckOccurence)),
              value: count,
              link: rowsLink('archivedChecks', search, { checkOccurence: name }),
            }))}
          />
        </ChartCard>
        <Provinces dashboard={dashboard} search={search} />
        <ChartCard
          title={t('chart.weekdays.title')}
          text={t('chart.weekdays.text')}
          table={
            dashboard && {
              columns: [t('chart.weekday'), ...columns],
              rows:
                completed === 0
                  ? []
                  : dashboard.weekdays.map((day) => ({
                      label: weekdayName(day.weekday, 'long'),
                      cells: cells(day),
                      link: rowsLink('completedChecks', search, { weekday: day.weekday }),
                    })),
            }
          }
        >
          {dashboard && (
            <Columns
              label={t('chart.weekdays.title')}
              series={series}
              format={number}
              height={272}
              points={dashboard.weekdays.map((day) => ({
                key: String(day.weekday),
                label: weekdayName(day.weekday, 'long'),
                shortLabel: weekdayName(day.weekday, 'short'),
                values: valuesOf(day),
                text: textOf(valuesOf(day)),
                link: rowsLink('completedChecks', search, { weekday: day.weekday }),
              }))}
            />
          )}
        </ChartCard>
      </div>
    </Overview>
  );
}
