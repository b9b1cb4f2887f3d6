import { IDENTITY_PROMISE_MINUTES } from '@checkwell/domain/constants';
import { SIGN_UP_STATES, type SignUpState, signUpSortOf } from '@checkwell/domain/identity/sign-up-enums';
import { PLAIN_LISTS } from '@checkwell/domain/lists/lists';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { clock } from '../../lib/browser/time.ts';
import { useFormat } from '../../lib/i18n/format.ts';
import { useTranslations } from '../../lib/i18n/translations.ts';
import { State } from '../../ui/content/Badge.tsx';
import { Page, PageHeader } from '../../ui/content/PageHeader.tsx';
import { TwoLines } from '../../ui/content/TwoLines.tsx';
import { Button } from '../../ui/controls/Button.tsx';
import { SearchInput } from '../../ui/controls/SearchInput.tsx';
import { SegmentedControl } from '../../ui/controls/SegmentedControl.tsx';
import { type Column, DataTable } from '../../ui/lists/DataTable.tsx';
import { FilterBar } from '../../ui/lists/FilterBar.tsx';
import { useListScreen } from '../../ui/lists/use-list-screen.ts';
import { Figures } from './Figures.tsx';
import type { SignUpRowFragment } from './identities.gql.ts';
import { signUpsQuery } from './identities.queries.ts';
import { useOutcome } from './use-outcome.ts';

const route = getRouteApi('/_app/identities/');
/** Waiting times grow without any change, so the list is loaded again. */
const REFRESH_MS = 30_000;

/** Requests for access, with the waiting time against the promised one; live. */
export function IdentitiesScreen() {
  const t = useTranslations('identities');
  const search = route.useSearch();
  const state = search.state ?? 'Pending';
  const query = useQuery({ ...signUpsQuery(search), refetchInterval: REFRESH_MS });
  const page = query.data?.signUps;
  const list = useListScreen({
    list: PLAIN_LISTS.signUps,
    search,
    query,
    page,
    tab: 'state',
    first: signUpSortOf(state),
    counted: ({ totalCount, totalCountCapped }) => t(totalCountCapped ? 'countCapped' : 'count', { count: totalCount }),
  });
  const { narrow } = list;
  const columns = useColumns(state);
  return (
    <Page>
      <PageHeader title={t('title')} />
      <Figures refetchInterval={REFRESH_MS} />
      <DataTable
        caption={t('title')}
        columns={columns}
        rows={page?.nodes}
        rowKey={({ id }) => id}
        rowLabel={({ firstName, lastName }) => `${firstName} ${lastName}`}
        rowLink={({ id }) => ({ to: '/identities/$id', params: { id } })}
        {...list.table}
        empty={{
          icon: state === 'Pending' ? 'checkCircle' : 'shield',
          title: t(`empty.${state}`),
          text: t(`empty.${state}Text`),
          action: state !== 'Pending' && (
            <Button onClick={() => narrow({ state: undefined, sort: undefined, desc: undefined })}>{t('empty.toPending')}</Button>
          ),
        }}
        toolbar={
          <FilterBar>
            <SegmentedControl<SignUpState>
              label={t('title')}
              value={state}
              // Each state has its own order: requests that wait have no decision date.
              onChange={(value) => narrow({ state: value === 'Pending' ? undefined : value, sort: undefined, desc: undefined })}
              options={SIGN_UP_STATES.map((value) => ({ value, label: t(`tab.${value}`) }))}
            />
            <SearchInput
              className="sm:w-80"
              label={t('search')}
              value={search.q ?? ''}
              onChange={(text) => narrow({ q: text || undefined }, true)}
            />
          </FilterBar>
        }
      />
    </Page>
  );
}

function useColumns(state: SignUpState): readonly Column<SignUpRowFragment>[] {
  const t = useTranslations('identities', 'personFields');
  const format = useFormat();
  const outcome = useOutcome();
  const person: Column<SignUpRowFragment> = {
    id: 'person',
    header: t('column.person'),
    sortKey: 'lastName',
    secondSort: { key: 'email', header: t('personFields:email') },
    card: 'title',
    cell: ({ firstName, lastName, email }) => <TwoLines first={`${firstName} ${lastName}`} second={email} />,
  };
  const company: Column<SignUpRowFragment> = {
    id: 'company',
    header: t('column.company'),
    sortKey: 'companyName',
    width: '26%',
    cell: ({ companyName }) => companyName || <span className="text-muted">{t('noCompany')}</span>,
  };
  if (state === 'Pending') {
    return [
      person,
      company,
      {
        id: 'phoneNumber',
        header: t('personFields:phoneNumber'),
        width: '10rem',
        priority: 'wide',
        cell: ({ phoneNumber }) => format.phone(phoneNumber),
      },
      {
        id: 'waiting',
        header: t('column.waiting'),
        sortKey: 'createdAt',
        width: '10rem',
        card: 'badge',
        cell: ({ createdAt }) => {
          const minutes = Math.max(0, Math.floor((clock.now().getTime() - new Date(createdAt).getTime()) / 60_000));
          const late = minutes > IDENTITY_PROMISE_MINUTES;
          return <State tone={late ? 'danger' : 'success'}>{format.relative(createdAt)}</State>;
        },
      },
    ];
  }
  return [
    person,
    { id: 'outcome', header: t('column.outcome'), sortKey: 'outcome', width: '40%', cell: outcome },
    {
      id: 'decided',
      header: t('column.decided'),
      sortKey: 'decidedAt',
      width: '10rem',
      cell: ({ decidedAt }) => format.dateTime(decidedAt),
    },
  ];
}
