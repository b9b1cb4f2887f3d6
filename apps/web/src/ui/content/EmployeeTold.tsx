import type { EmployeeNews } from '@checkwell/domain/check/employee-news';
import type { CheckStatus } from '@checkwell/domain/check/enums';
import { type TellingChannel, type ToldState, tellingKey, tellingTopic, UNTOLD_STATES } from '@checkwell/domain/check/times/told';
import { type ShownTelling, tellingValues } from '@checkwell/messages/tellings';
import { useFormat } from '../../lib/i18n/format.ts';
import { useTranslations } from '../../lib/i18n/translations.ts';
import type { TimelineItem } from './Timeline.tsx';

export interface Telling extends ShownTelling {
  readonly id: string;
  readonly news: EmployeeNews;
  readonly appointmentStart: string;
  readonly createdAt: string;
  readonly actorName: string | null;
  readonly current: boolean;
}

interface EmployeeToldProps {
  readonly check: {
    readonly status: CheckStatus;
    readonly employeeTold: ToldState | null;
    readonly tellings: readonly Telling[];
  };
}

const TITLES = {
  sms: 'event',
  mail: 'event',
  unrecorded: 'event',
  phone: 'call',
  letter: 'letter',
  card: 'card',
  page: 'page',
} as const satisfies Readonly<Record<TellingChannel, string>>;

const UNTOLD: readonly ToldState[] = UNTOLD_STATES;

/** Whether, how and when the employee was notified of the current appointment. */
export function EmployeeTold({ check: { status, employeeTold, tellings } }: EmployeeToldProps) {
  const t = useTranslations('checks');
  const telling = useTellingText();
  if (status !== 'WaitingForCheck' || employeeTold === null) return null;
  return (
    <div className="mt-1 text-xs text-muted">
      <p className={UNTOLD.includes(employeeTold) ? 'text-warning-fg' : undefined}>{t(`told.${employeeTold}`)}</p>
      <ul>
        {tellings
          .filter(({ current, channel }) => current && channel !== 'unrecorded')
          .map((each) => (
            <li key={each.id}>{telling(each)}</li>
          ))}
      </ul>
    </div>
  );
}

/** How an employee was told, as one line. */
export function useTellingText(): (telling: ShownTelling) => string {
  const t = useTranslations('checks');
  const format = useFormat();
  return (telling) => t(`telling.${tellingKey(telling)}`, tellingValues(telling, format));
}

/** Lines of a history, each with the moment that puts it in its place. */
export function useTellingItems(): (tellings: readonly Telling[]) => readonly { readonly at: string; readonly item: TimelineItem }[] {
  const t = useTranslations('checks');
  const format = useFormat();
  const text = useTellingText();
  return (tellings) =>
    tellings.map((telling) => ({
      at: telling.createdAt,
      item: {
        id: telling.id,
        icon: telling.channel === 'phone' ? 'phone' : telling.channel === 'card' ? 'bell' : telling.channel === 'page' ? 'eye' : 'mail',
        tone: 'neutral',
        title: t(`tellings.${TITLES[telling.channel ?? 'sms']}`),
        time: <time dateTime={telling.createdAt}>{format.dateTime(telling.createdAt)}</time>,
        body: (
          <>
            {telling.actorName && <span className="block">{t('eventBy.planner', { name: telling.actorName })}</span>}
            <span className="block">
              {t(`tellings.${tellingTopic(telling.news)}`, { moment: format.momentLong(telling.appointmentStart) })}
            </span>
            <span className="block text-fg">{text(telling)}</span>
          </>
        ),
      },
    }));
}
