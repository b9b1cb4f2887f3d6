import { NOTIFICATION_DAYS } from '@checkwell/domain/people/notifications';
import type { Role } from '@checkwell/domain/roles';
import { QueryObserver, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { queryClient, useGqlChange } from '../../../lib/api/query.ts';
import { useFormat } from '../../../lib/i18n/format.ts';
import { useTranslations } from '../../../lib/i18n/translations.ts';
import { useViewer } from '../../../lib/session/viewer.ts';
import { Badge } from '../../../ui/content/Badge.tsx';
import { EmptyState } from '../../../ui/content/EmptyState.tsx';
import { QueryState } from '../../../ui/content/QueryState.tsx';
import { AppLink } from '../../../ui/links/AppLink.tsx';
import { Dialog } from '../../../ui/overlays/Dialog.tsx';
import { showOverlay, showUnread } from '../overlay.ts';
import { targetOf } from '../palette/choices.ts';
import { type NotificationLineFragment, ReadNotificationsDocument } from './notifications.gql.ts';
import { notificationsQuery, unreadQuery } from './notifications.queries.ts';

/**
 * Counts unread notifications for the bell while somebody is signed in. After a failure the bell shows no number.
 * @returns a function that stops, so that the next user has another count
 */
export function countUnread(): () => void {
  const end = new QueryObserver(queryClient, unreadQuery).subscribe(({ data }) =>
    showUnread(data?.notifications.filter(({ readAt }) => readAt === null).length ?? 0),
  );
  return () => {
    end();
    showUnread(0);
  };
}

/** The viewer's notifications. Shown ones count as read; new ones stay marked until the list is closed. */
export function NotificationsDialog() {
  const t = useTranslations('notifications');
  const { role } = useViewer();
  const query = useQuery(notificationsQuery);
  const [shownAsNew, setShownAsNew] = useState<ReadonlySet<string>>(new Set());
  // A failure is not shown: the next visit marks them as read.
  const { mutate: read } = useGqlChange(ReadNotificationsDocument, { topics: ['notification'], onError: () => false });
  const notifications = query.data?.notifications;
  const isNews = ({ id, readAt }: NotificationLineFragment): boolean => readAt === null && !shownAsNew.has(id);
  if (notifications?.some(isNews)) setShownAsNew(new Set([...shownAsNew, ...notifications.filter(isNews).map(({ id }) => id)]));
  useEffect(() => {
    const ids = (notifications ?? []).filter(({ readAt }) => readAt === null).map(({ id }) => id);
    if (ids.length > 0) read({ ids });
  }, [notifications, read]);
  return (
    <Dialog open onClose={() => showOverlay(undefined)} title={t('title')}>
      {notifications === undefined ? (
        <QueryState query={query} lines={6} height="2.5rem" />
      ) : notifications.length === 0 ? (
        <EmptyState icon="bell" title={t('empty')} text={t('emptyText')} />
      ) : (
        <>
          <ul className="divide-y divide-line">
            {notifications.map((notification) => (
              <Line key={notification.id} notification={notification} isNew={shownAsNew.has(notification.id)} role={role} />
            ))}
          </ul>
          <p className="mt-3 text-2xs text-pretty text-muted">{t('kept', { days: NOTIFICATION_DAYS })}</p>
        </>
      )}
    </Dialog>
  );
}

interface LineProps {
  readonly notification: NotificationLineFragment;
  readonly isNew: boolean;
  readonly role: Role;
}

function Line({ notification: { kind, at, checkId, companyName, workerFullName, isOver }, isNew, role }: LineProps) {
  const t = useTranslations('notifications');
  const format = useFormat();
  return (
    <li>
      <AppLink
        {...targetOf(isOver ? 'reports' : 'checks', { id: checkId, label: '' }, role)}
        onClick={() => showOverlay(undefined)}
        className="flex items-start justify-between gap-3 rounded-control px-2 py-2.5 hover:bg-hover"
      >
        <span className="min-w-0">
          <span className="flex flex-wrap items-center gap-x-2">
            <span className="text-sm font-medium text-fg">{t(`kind.${kind}`)}</span>
            {isNew && <Badge tone="info">{t('new')}</Badge>}
          </span>
          <span className="block text-xs text-muted">{[workerFullName, companyName].filter((text) => text !== '').join(' · ')}</span>
        </span>
        <time dateTime={at} className="shrink-0 text-2xs text-muted">
          {format.dateTime(at)}
        </time>
      </AppLink>
    </li>
  );
}
