import { dayOf } from '@checkwell/domain/clock';
import { useQuery } from '@tanstack/react-query';
import { usePages } from '../../lib/api/pages.ts';
import { today } from '../../lib/browser/time.ts';
import { useFormat } from '../../lib/i18n/format.ts';
import { useTranslations } from '../../lib/i18n/translations.ts';
import { StatusBadge } from '../../ui/content/Badge.tsx';
import { EmptyState } from '../../ui/content/EmptyState.tsx';
import { ErrorState } from '../../ui/content/ErrorState.tsx';
import { Icon } from '../../ui/content/Icon.tsx';
import { NavTabs } from '../../ui/content/NavTabs.tsx';
import { Page, PageHeader } from '../../ui/content/PageHeader.tsx';
import { Skeleton } from '../../ui/content/Skeleton.tsx';
import { LinkButton } from '../../ui/controls/LinkButton.tsx';
import { Pagination } from '../../ui/lists/Pagination.tsx';
import { MissionCard } from './MissionCard.tsx';
import type { MissionRowFragment } from './missions.gql.ts';
import { doneMissionsQuery, missionsQuery } from './missions.queries.ts';
import { OpenOffers } from './OpenOffers.tsx';
import { OutboxPanel } from './outbox/OutboxPanel.tsx';
import { Statement } from './Statement.tsx';

function Tabs() {
  const t = useTranslations('missions');
  return (
    <NavTabs
      label={t('list.title')}
      tabs={[
        { to: '/missions', label: t('list.planned') },
        { to: '/missions/done', label: t('list.done') },
      ]}
    />
  );
}

function Loading() {
  return (
    <div className="flex flex-col gap-3" aria-hidden="true">
      <Skeleton height="6rem" />
      <Skeleton height="6rem" />
      <Skeleton height="6rem" />
    </div>
  );
}

/** Missions by the day of their appointment, in the order of the day. */
function byDay<Mission extends MissionRowFragment>(
  missions: readonly Mission[],
): readonly (readonly [day: string, missions: readonly Mission[]])[] {
  const days = Map.groupBy(missions, ({ appointmentStart }) => (appointmentStart ? dayOf(new Date(appointmentStart)) : ''));
  return [...days].toSorted(([a], [b]) => (a < b ? -1 : 1));
}

/** A doctor's planned missions, day by day: where to be, and when. */
export function MissionsScreen() {
  const t = useTranslations('missions');
  const format = useFormat();
  const query = useQuery(missionsQuery);
  const missions = query.data?.checks.nodes;
  return (
    <Page width="narrow">
      <PageHeader title={t('list.title')}>
        <Tabs />
      </PageHeader>
      <OutboxPanel />
      <OpenOffers />
      {query.isPending && <Loading />}
      {query.isError && !missions && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
      {missions?.length === 0 && (
        <EmptyState
          icon="calendarCheck"
          title={t('list.empty')}
          text={t('list.emptyText')}
          action={<LinkButton to="/missions/done">{t('list.toDone')}</LinkButton>}
        />
      )}
      {missions && missions.length > 0 && (
        <div className="flex flex-col gap-6">
          {byDay(missions).map(([day, ofDay]) => (
            <section key={day} aria-labelledby={`day-${day}`} className="flex flex-col gap-2">
              <h2 id={`day-${day}`} className="flex items-center gap-2 text-sm font-semibold text-fg">
                {day < today() && <Icon name="alert" className="text-warning-fg" />}
                <span className="block first-letter:uppercase">{format.dateLong(day)}</span>
                {day < today() && <StatusBadge tone="warning">{t('list.overdue')}</StatusBadge>}
                {day === today() && <StatusBadge tone="brand">{t('list.today')}</StatusBadge>}
              </h2>
              <ul className="flex flex-col gap-2">
                {ofDay.map((mission) => (
                  <li key={mission.id}>
                    <MissionCard mission={mission} way={mission.way} />
                  </li>
                ))}
              </ul>
            </section>
          ))}
        </div>
      )}
    </Page>
  );
}

/** Missions that a doctor has reported on. */
export function DoneMissionsScreen({ after }: { after: string | undefined }) {
  const t = useTranslations('missions');
  const query = useQuery(doneMissionsQuery(after));
  const page = query.data?.reports;
  const pages = usePages(after, page, query);
  return (
    <Page width="narrow">
      <PageHeader title={t('list.title')}>
        <Tabs />
      </PageHeader>
      {query.isPending && <Loading />}
      {query.isError && !page && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
      {page?.nodes.length === 0 && (
        <EmptyState
          icon="checkCircle"
          title={t('list.noneDone')}
          text={t('list.noneDoneText')}
          action={<LinkButton to="/missions">{t('list.toPlanned')}</LinkButton>}
        />
      )}
      {page && page.nodes.length > 0 && (
        <>
          <Statement />
          <ul className="flex flex-col gap-2">
            {page.nodes.map((mission) => (
              <li key={mission.id}>
                <MissionCard mission={mission} />
              </li>
            ))}
          </ul>
          <Pagination {...pages} />
        </>
      )}
    </Page>
  );
}
