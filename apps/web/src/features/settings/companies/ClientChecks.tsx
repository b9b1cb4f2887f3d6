import type { CheckStatus } from '@checkwell/domain/check/enums';
import { occurenceKey } from '@checkwell/domain/check/result/outcome';
import type { WithWorker } from '@checkwell/domain/check/worker-visibility';
import { lengthInDays } from '@checkwell/domain/clock';
import { useQuery } from '@tanstack/react-query';
import { useFormat } from '../../../lib/i18n/format.ts';
import { useTranslations } from '../../../lib/i18n/translations.ts';
import { STATUS_TONES } from '../../../lib/records/status-tones.ts';
import { StateText, type Tone } from '../../../ui/content/Badge.tsx';
import { Section } from '../../../ui/content/Card.tsx';
import { TwoLines } from '../../../ui/content/TwoLines.tsx';
import { type Column, DataTable, tableStatus } from '../../../ui/lists/DataTable.tsx';
import type { ClientCheckFragment } from './companies.gql.ts';
import { clientChecksQuery, SHOWN_CHECKS } from './companies.queries.ts';

/** The newest checks in progress and the newest reports of a company, each a step from the planner's own screens. */
export function ClientChecks({ companyId }: { readonly companyId: string }) {
  const t = useTranslations('companies');
  const query = useQuery(clientChecksQuery(companyId));
  const fields = useTranslations('checkFields');
  const columnsOf = useColumns();
  const { checks, reports } = query.data ?? {};
  const summaryOf = (list: { totalCount: number; totalCountCapped: boolean } | undefined) =>
    list && list.totalCount > SHOWN_CHECKS
      ? t(list.totalCountCapped ? 'detail.newestCapped' : 'detail.newest', { shown: SHOWN_CHECKS, count: list.totalCount })
      : undefined;
  return (
    <div className="flex min-w-0 flex-col gap-5">
      <Section title={t('detail.checks')} hint={summaryOf(checks)}>
        <DataTable
          caption={t('detail.checks')}
          columns={columnsOf(t('column.state'))}
          rows={checks?.nodes}
          rowKey={({ id }) => id}
          rowLink={({ id }) => ({ to: '/planning/$id', params: { id } })}
          {...tableStatus(query)}
          skeletonRows={4}
          empty={{ icon: 'clipboard', title: t('detail.checksEmpty'), text: t('detail.checksEmptyText') }}
        />
      </Section>
      <Section title={t('detail.reports')} hint={summaryOf(reports)}>
        <DataTable
          caption={t('detail.reports')}
          columns={columnsOf(fields('checkOccurence'))}
          rows={reports?.nodes}
          rowKey={({ id }) => id}
          rowLink={({ id }) => ({ to: '/reports/$id', params: { id } })}
          {...tableStatus(query)}
          skeletonRows={4}
          empty={{ icon: 'list', title: t('detail.reportsEmpty'), text: t('detail.reportsEmptyText') }}
        />
      </Section>
    </div>
  );
}

function toneOf(status: CheckStatus, checkOccurence: ClientCheckFragment['checkOccurence'], earlyReturn: boolean | null): Tone {
  if (status !== 'Archived') return STATUS_TONES[status];
  return earlyReturn ? 'success' : checkOccurence === 'NoShow' ? 'warning' : 'neutral';
}

/** @returns the columns, by the header of the outcome of a check so far */
function useColumns(): (state: string) => readonly Column<WithWorker<ClientCheckFragment>>[] {
  const t = useTranslations('companies');
  const enums = useTranslations('enums');
  const format = useFormat();
  return (state) => [
    {
      id: 'worker',
      header: t('column.worker'),
      card: 'title',
      cell: ({ workerFullName, workerExternalId }) => <TwoLines first={workerFullName} second={workerExternalId} />,
    },
    {
      id: 'state',
      header: state,
      width: '14rem',
      card: 'badge',
      cell: ({ status, checkOccurence, checkLocation, earlyReturn }) => (
        <StateText tone={toneOf(status, checkOccurence, earlyReturn)}>
          {checkOccurence === null ? enums(`checkStatus.${status}`) : enums(occurenceKey(checkOccurence, checkLocation))}
        </StateText>
      ),
    },
    {
      id: 'period',
      header: t('column.period'),
      width: '11rem',
      cell: ({ incapacityStartDate, incapacityEndDate }) => (
        <TwoLines
          first={format.dateRange(incapacityStartDate, incapacityEndDate)}
          second={format.days(lengthInDays(incapacityStartDate, incapacityEndDate))}
        />
      ),
    },
    {
      id: 'check',
      header: t('column.check'),
      width: '11rem',
      cell: ({ checkLocation, checkDate, appointmentStart, creationDate }) => (
        <TwoLines
          first={enums(`checkLocation.${checkLocation}`)}
          second={
            checkDate
              ? format.date(checkDate)
              : appointmentStart
                ? format.moment(appointmentStart)
                : t('ordered', { date: format.date(new Date(creationDate)) })
          }
        />
      ),
    },
  ];
}
