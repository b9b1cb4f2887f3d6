import type { EmployeeNews } from '@checkwell/domain/check/employee-news';
import type { CheckStatus } from '@checkwell/domain/check/enums';
import {
  type EmployeeMessageChannel,
  employeeMessageKey,
  employeeMessageTopic,
  type ToldState,
  UNTOLD_STATES,
} from '@checkwell/domain/check/times/told';
import { employeeMessageValues, type ShownEmployeeMessage } from '@checkwell/messages/employee-messages';
import { useFormat } from '../../lib/i18n/format.ts';
import { useTranslations } from '../../lib/i18n/translations.ts';
import type { TimelineItem } from './Timeline.tsx';

export interface EmployeeMessage extends ShownEmployeeMessage {
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
    readonly employeeMessages: readonly EmployeeMessage[];
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
} as const satisfies Readonly<Record<EmployeeMessageChannel, string>>;

const UNTOLD: readonly ToldState[] = UNTOLD_STATES;

/** Whether, how and when the employee was notified of the current appointment. */
export function EmployeeTold({ check: { status, employeeTold, employeeMessages } }: EmployeeToldProps) {
  const t = useTranslations('checks');
  const text = useEmployeeMessageText();
  if (status !== 'WaitingForCheck' || employeeTold === null) return null;
  return (
    <div className="mt-1 text-xs text-muted">
      <p className={UNTOLD.includes(employeeTold) ? 'text-warning-fg' : undefined}>{t(`told.${employeeTold}`)}</p>
      <ul>
        {employeeMessages
          .filter(({ current, channel }) => current && channel !== 'unrecorded')
          .map((each) => (
            <li key={each.id}>{text(each)}</li>
          ))}
      </ul>
    </div>
  );
}

/** Returns a function that describes a message to an employee in one line. */
export function useEmployeeMessageText(): (message: ShownEmployeeMessage) => string {
  const t = useTranslations('checks');
  const format = useFormat();
  return (message) => t(`employeeMessage.${employeeMessageKey(message)}`, employeeMessageValues(message, format));
}

/** Lines of a history, each with the moment that puts it in its place. */
export function useEmployeeMessageItems(): (
  employeeMessages: readonly EmployeeMessage[],
) => readonly { readonly at: string; readonly item: TimelineItem }[] {
  const t = useTranslations('checks');
  const format = useFormat();
  const text = useEmployeeMessageText();
  return (employeeMessages) =>
    employeeMessages.map((message) => ({
      at: message.createdAt,
      item: {
        id: message.id,
        icon: message.channel === 'phone' ? 'phone' : message.channel === 'card' ? 'bell' : message.channel === 'page' ? 'eye' : 'mail',
        tone: 'neutral',
        title: t(`employeeMessages.${TITLES[message.channel ?? 'sms']}`),
        time: <time dateTime={message.createdAt}>{format.dateTime(message.createdAt)}</time>,
        body: (
          <>
            {message.actorName && <span className="block">{t('eventBy.planner', { name: message.actorName })}</span>}
            <span className="block">
              {t(`employeeMessages.${employeeMessageTopic(message.news)}`, { moment: format.momentLong(message.appointmentStart) })}
            </span>
            <span className="block text-fg">{text(message)}</span>
          </>
        ),
      },
    }));
}
