import { occurenceKey } from '@checkwell/domain/check/result/outcome';
import { Link } from '@tanstack/react-router';
import { useFormat } from '../../lib/i18n/format.ts';
import { useTranslations } from '../../lib/i18n/translations.ts';
import { StatusBadge } from '../../ui/content/Badge.tsx';
import { Icon, type IconName } from '../../ui/content/Icon.tsx';
import { UnreadComments } from '../../ui/lists/UnreadComments.tsx';
import type { MissionRowFragment, MissionsQuery } from './missions.gql.ts';

const LOCATION_ICON = { Office: 'stethoscope', House: 'home', Telecheck: 'video', Unknown: 'help' } as const satisfies Record<
  MissionRowFragment['checkLocation'],
  IconName
>;

interface MissionCardProps {
  readonly mission: MissionRowFragment;
  /** The estimated trip from the doctor's practice or previous appointment. */
  readonly way?: MissionsQuery['checks']['nodes'][number]['way'];
}

/** One mission as a card that is easy to hit with a thumb. */
export function MissionCard({ mission, way }: MissionCardProps) {
  const t = useTranslations('missions');
  const enums = useTranslations('enums');
  const format = useFormat();
  const done = mission.status === 'Archived';
  return (
    <Link
      to="/missions/$id"
      params={{ id: mission.id }}
      data-list-row
      data-row-link
      className="flex scroll-my-20 items-start gap-3 rounded-lg border border-line bg-surface p-3 hover:border-line-strong focus-visible:outline-2 focus-visible:outline-ring"
    >
      {!done && (
        <span className="w-12 shrink-0 pt-0.5 text-center text-base font-semibold text-fg tabular-nums">
          {format.time(mission.appointmentStart)}
        </span>
      )}
      <span className="flex min-w-0 flex-1 flex-col gap-1">
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <strong className="text-sm font-semibold text-fg">{mission.workerFullName || t('card.hidden')}</strong>
          <UnreadComments count={mission.unreadComments} />
          {mission.resultHeldAt !== null ? (
            <StatusBadge tone={mission.resultAskedAt === null ? 'info' : 'warning'}>
              {t(mission.resultAskedAt === null ? 'held.badge' : 'held.badgeAsked')}
            </StatusBadge>
          ) : (
            mission.resultDueAt !== null && <StatusBadge tone="success">{t('waiting.title')}</StatusBadge>
          )}
          {mission.checkTiming === 'Immediate' && !done && mission.resultDueAt === null && (
            <StatusBadge tone="warning">{enums(`checkTiming.${mission.checkTiming}`)}</StatusBadge>
          )}
        </span>
        <span className="flex items-center gap-1.5 text-xs text-muted">
          <Icon name={LOCATION_ICON[mission.checkLocation]} size={14} />
          {enums(`checkLocation.${mission.checkLocation}`)}
        </span>
        {mission.checkLocation === 'House' && mission.workerAddress !== '' && (
          <span className="flex items-start gap-1.5 text-xs text-muted">
            <Icon name="mapPin" size={14} className="mt-px" />
            {mission.workerAddress}
          </span>
        )}
        {way && (
          <span className="flex items-start gap-1.5 text-xs text-muted">
            <Icon name="car" size={14} className="mt-px" />
            {t(`card.way.${way.from}`, { way: `${format.km(way.km)} · ${format.minutes(way.minutes)}` })}
          </span>
        )}
        {done && mission.checkOccurence && (
          <span className="text-xs text-fg">
            {enums(occurenceKey(mission.checkOccurence, mission.checkLocation))} ·{' '}
            {format.date(mission.checkDate ?? (mission.appointmentStart && new Date(mission.appointmentStart)))}
            {mission.checkTime && `, ${format.time(mission.checkTime)}`}
          </span>
        )}
        <span className="text-2xs text-muted">{t('card.for', { company: mission.companyName })}</span>
      </span>
      <Icon name="chevronRight" className="mt-1 text-muted" />
    </Link>
  );
}
