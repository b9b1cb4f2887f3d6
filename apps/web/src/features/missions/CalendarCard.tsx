import { subscriptionOf } from '@checkwell/domain/people/mission-calendar';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useGqlChange } from '../../lib/api/query.ts';
import { useTranslations } from '../../lib/i18n/translations.ts';
import { Card } from '../../ui/content/Card.tsx';
import { ErrorState } from '../../ui/content/ErrorState.tsx';
import { Icon } from '../../ui/content/Icon.tsx';
import { Skeleton } from '../../ui/content/Skeleton.tsx';
import { Button, buttonClass } from '../../ui/controls/Button.tsx';
import { CopyField } from '../../ui/controls/CopyField.tsx';
import { ConfirmDialog } from '../../ui/overlays/Dialog.tsx';
import { RemoveMissionCalendarDocument, RenewMissionCalendarDocument } from './missions.gql.ts';
import { missionCalendarQuery } from './missions.queries.ts';

/** The address at which calendars get the missions of the signed-in doctor. */
export function CalendarCard() {
  const t = useTranslations('missions');
  const query = useQuery(missionCalendarQuery);
  const address = query.data?.missionCalendar?.address;
  const make = useGqlChange(RenewMissionCalendarDocument, { topics: ['doctor'] });
  return (
    <Card title={t('calendar.title')}>
      <div className="flex flex-col gap-4">
        <div className="flex flex-col gap-1 text-pretty">
          <p>{t('calendar.text')}</p>
          <p className="text-xs text-muted">{t('calendar.privacy')}</p>
        </div>
        {query.isPending ? (
          <Skeleton lines={1} height="2.5rem" />
        ) : query.isError ? (
          <ErrorState error={query.error} onRetry={() => void query.refetch()} />
        ) : address ? (
          <Address address={address} />
        ) : (
          <div>
            <Button icon="calendar" loading={make.isPending} onClick={() => make.mutate({})}>
              {t('calendar.make')}
            </Button>
          </div>
        )}
      </div>
    </Card>
  );
}

function Address({ address }: { readonly address: string }) {
  const t = useTranslations('missions');
  const [asking, setAsking] = useState<'renew' | 'remove' | null>(null);
  // The dialog shows the failure and stays open.
  const renew = useGqlChange(RenewMissionCalendarDocument, { topics: ['doctor'], success: t('calendar.renewed'), onError: () => false });
  const remove = useGqlChange(RemoveMissionCalendarDocument, { topics: ['doctor'], success: t('calendar.removed'), onError: () => false });
  return (
    <>
      <CopyField label={t('calendar.address')} value={address} />
      <div className="flex flex-wrap gap-2">
        <a href={subscriptionOf(address)} className={buttonClass()}>
          <Icon name="calendar" size={14} />
          {t('calendar.subscribe')}
        </a>
        <Button variant="ghost" onClick={() => setAsking('renew')}>
          {t('calendar.renew')}
        </Button>
        <Button variant="ghost" onClick={() => setAsking('remove')}>
          {t('calendar.remove')}
        </Button>
      </div>
      {asking !== null && (
        <ConfirmDialog
          open
          danger
          title={t(`calendar.${asking}Title`)}
          confirmLabel={t(`calendar.${asking}`)}
          onConfirm={() => (asking === 'renew' ? renew : remove).mutateAsync({})}
          onClose={() => setAsking(null)}
        >
          {t(`calendar.${asking}Text`)}
        </ConfirmDialog>
      )}
    </>
  );
}
