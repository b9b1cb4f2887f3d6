import { PLAIN_LISTS } from '@checkwell/domain/lists/lists';
import { SEND_AGAIN_MAX } from '@checkwell/domain/messages/failures';
import { MAIL_STATES } from '@checkwell/domain/people/mail-enums';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useFormat } from '../../lib/i18n/format.ts';
import { useTranslations } from '../../lib/i18n/translations.ts';
import { useCan, useViewer } from '../../lib/session/viewer.ts';
import { Alert } from '../../ui/content/Alert.tsx';
import { Page, PageHeader } from '../../ui/content/PageHeader.tsx';
import { Button } from '../../ui/controls/Button.tsx';
import { SearchInput } from '../../ui/controls/SearchInput.tsx';
import { type Column, DataTable } from '../../ui/lists/DataTable.tsx';
import { FilterBar } from '../../ui/lists/FilterBar.tsx';
import { FilterSelect } from '../../ui/lists/FilterSelect.tsx';
import { chipOf } from '../../ui/lists/filter-chips.ts';
import { useTicks } from '../../ui/lists/RowTicks.tsx';
import { useListScreen } from '../../ui/lists/use-list-screen.ts';
import { useRowSelection } from '../../ui/lists/use-row-selection.ts';
import { MailState } from './MailState.tsx';
import type { MailRowFragment } from './mailbox.gql.ts';
import { mailsQuery } from './mailbox.queries.ts';
import { Recipient } from './Recipient.tsx';
import { SendAgainDialog } from './SendAgainDialog.tsx';
import { useTaskName } from './task-name.ts';

const route = getRouteApi('/_app/mailbox/');

/**
 * Mails and text messages of the product with their outcome; in the demo, which sends nothing, with their content. Failed messages and
 * other failed tasks can be repeated here.
 */
export function MailboxScreen() {
  const t = useTranslations('mailbox');
  const search = route.useSearch();
  const viewer = useViewer();
  const query = useQuery(mailsQuery(search));
  const page = query.data?.mails;
  const list = useListScreen({
    list: PLAIN_LISTS.mails,
    search,
    query,
    page,
    counted: ({ totalCount, totalCountCapped }) => t(totalCountCapped ? 'countCapped' : 'count', { count: totalCount }),
  });
  const { narrow, clear } = list;
  const columns = useColumns(search.state === 'failed');
  const taskName = useTaskName();
  const canSendAgain = useCan('mailbox.sendAgain');
  const selection = useRowSelection<MailRowFragment>({
    rowKey: ({ id }) => id,
    allows: ({ sendAgain }) => sendAgain === 'Possible',
    max: SEND_AGAIN_MAX,
    shown: page?.nodes,
  });
  const [asking, setAsking] = useState(false);
  const canTick = canSendAgain && search.state === 'failed';
  const ticks = useTicks(
    canTick
      ? {
          of: selection,
          actions: (
            <Button variant="primary" icon="refresh" onClick={() => setAsking(true)}>
              {t('again.several', { count: selection.rows.length })}
            </Button>
          ),
        }
      : undefined,
    page?.nodes,
  );
  return (
    <Page>
      <PageHeader
        title={t('title')}
        actions={
          <Button icon="refresh" onClick={() => void query.refetch()} loading={query.isRefetching}>
            {t('refresh')}
          </Button>
        }
      />
      {viewer?.demo && <Alert tone="info">{t('demo')}</Alert>}
      <DataTable
        caption={t('title')}
        columns={columns}
        rows={page?.nodes}
        rowKey={({ id }) => id}
        rowLabel={({ subject, recipient, channel, template }) =>
          `${subject || (channel === 'Effect' ? taskName(template) : t(`channel.${channel}`))} ${recipient}`
        }
        rowLink={({ id }) => ({ to: '/mailbox/$id', params: { id } })}
        {...list.table}
        ticks={ticks}
        empty={{ icon: 'mail', title: t('empty'), text: t('emptyText') }}
        toolbar={
          <FilterBar active={chipOf(search.state && t(`state.${search.state}`), () => narrow({ state: undefined }))} onClear={clear}>
            <SearchInput
              label={t('search')}
              placeholder={t('searchHint')}
              value={search.q ?? ''}
              onChange={(text) => narrow({ q: text || undefined }, true)}
            />
            <FilterSelect
              aria-label={t('column.state')}
              value={search.state}
              onChange={(state) => narrow({ state })}
              placeholder={t('anyState')}
              options={MAIL_STATES.map((value) => ({ value, label: t(`state.${value}`) }))}
            />
          </FilterBar>
        }
      />
      <SendAgainDialog ids={selection.rows.map(({ id }) => id)} open={asking} onClose={() => setAsking(false)} onSent={selection.clear} />
    </Page>
  );
}

/** The first words of a text message, which has no subject. */
const beginningOf = (subject: string): string => (subject.length > 60 ? `${subject.slice(0, subject.lastIndexOf(' ', 60))} …` : subject);

/** @param failedOnes whether the list has only failed messages: then time and reason of the failure replace the columns that would all be equal */
function useColumns(failedOnes: boolean): readonly Column<MailRowFragment>[] {
  const t = useTranslations('mailbox');
  const enums = useTranslations('enums');
  const taskName = useTaskName();
  const format = useFormat();
  return [
    {
      id: 'subject',
      header: t('column.subject'),
      sortKey: 'subject',
      card: 'title',
      cell: ({ subject, language, channel, template }) =>
        channel === 'Effect' ? (
          <span className="whitespace-normal">{taskName(template)}</span>
        ) : subject === '' ? (
          t(`channel.${channel}`)
        ) : (
          <span lang={language} className="whitespace-normal">
            {beginningOf(subject)}
          </span>
        ),
    },
    {
      id: 'recipient',
      header: t('column.recipient'),
      sortKey: 'recipient',
      width: '17rem',
      card: 'plain',
      cell: ({ recipient }) => <Recipient recipient={recipient} />,
    },
    {
      id: 'company',
      header: t('column.company'),
      sortKey: 'companyName',
      width: '12rem',
      priority: 'wide',
      cell: ({ companyName }) => companyName,
    },
    ...((failedOnes
      ? [
          {
            id: 'failure',
            header: t('column.failedAt'),
            width: '15rem',
            cell: ({ channel, failure, failedAt, attempts }) =>
              failure !== null && (
                <span className="whitespace-normal">
                  {format.dateTime(failedAt)}
                  <span className="block text-2xs text-muted">
                    {channel !== 'Effect' && `${enums(`messageFailure.${failure}`)} · `}
                    {t('attempts', { count: attempts })}
                  </span>
                </span>
              ),
          },
        ]
      : [
          {
            id: 'created',
            header: t('column.createdAt'),
            sortKey: 'createdAt',
            width: '10rem',
            cell: ({ createdAt }) => format.dateTime(createdAt),
          },
          {
            id: 'state',
            header: t('column.state'),
            sortKey: 'state',
            width: '9rem',
            card: 'badge',
            cell: (mail) => <MailState mail={mail} />,
          },
        ]) satisfies readonly Column<MailRowFragment>[]),
  ];
}
