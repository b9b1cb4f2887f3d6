import type { EventNote } from '@checkwell/domain/check/notes';
import { expectedSteps } from '@checkwell/domain/check/times/expected';
import { clock } from '../../lib/browser/time.ts';
import { useFormat } from '../../lib/i18n/format.ts';
import { useWords } from '../../lib/i18n/words.ts';
import { useViewer } from '../../lib/session/viewer.ts';
import type { Tone } from '../../ui/content/Badge.tsx';
import { useTellingItems } from '../../ui/content/EmployeeTold.tsx';
import type { IconName } from '../../ui/content/Icon.tsx';
import { Timeline, type TimelineItem } from '../../ui/content/Timeline.tsx';
import type { WholeCheck } from './check.queries.ts';
import { actorKey } from './look.ts';
import { dueText, type EventName, eventName } from './timeline.ts';

const LOOKS: Record<EventName, { readonly icon: IconName; readonly tone: Tone }> = {
  order: { icon: 'clipboard', tone: 'brand' },
  startPlanning: { icon: 'route', tone: 'info' },
  schedule: { icon: 'calendarCheck', tone: 'brand' },
  acceptOffer: { icon: 'calendarCheck', tone: 'brand' },
  reschedule: { icon: 'calendar', tone: 'info' },
  unschedule: { icon: 'calendar', tone: 'warning' },
  reportProblem: { icon: 'alert', tone: 'warning' },
  employeeConfirm: { icon: 'check', tone: 'info' },
  employeeMove: { icon: 'calendar', tone: 'info' },
  employeeReport: { icon: 'alert', tone: 'warning' },
  recordAttempt: { icon: 'bell', tone: 'warning' },
  leaveCard: { icon: 'bell', tone: 'warning' },
  resolveProblem: { icon: 'check', tone: 'success' },
  modify: { icon: 'edit', tone: 'info' },
  cancel: { icon: 'xCircle', tone: 'neutral' },
  recordResult: { icon: 'checkCircle', tone: 'success' },
  holdResult: { icon: 'eye', tone: 'info' },
  releaseResult: { icon: 'check', tone: 'info' },
  questionResult: { icon: 'help', tone: 'warning' },
  confirmResult: { icon: 'check', tone: 'info' },
  reviseResult: { icon: 'edit', tone: 'info' },
  correctResult: { icon: 'edit', tone: 'warning' },
  submitResult: { icon: 'clipboard', tone: 'info' },
  takeBackResult: { icon: 'rotate', tone: 'neutral' },
  markNonOperable: { icon: 'xCircle', tone: 'warning' },
  delete: { icon: 'trash', tone: 'neutral' },
  releaseComment: { icon: 'eye', tone: 'info' },
  withholdComment: { icon: 'eyeOff', tone: 'neutral' },
};

const SHOWN_NOTES = ['timingFallback', 'noShowNotTold'] as const satisfies readonly EventNote[];

const ACTORS = ['employer', 'planner', 'doctor'] as const;
/** What the product did for whoever held the link of a message. */
const OF_EMPLOYEE: readonly string[] = ['employeeConfirm', 'employeeMove', 'employeeReport'];

/** What happened to a check, oldest first, and what still comes: who does it, and by when. */
export function CheckTimeline({ check }: { check: WholeCheck }) {
  const t = useWords('checks');
  const enums = useWords('enums');
  const format = useFormat();
  const { role } = useViewer();
  const by = (kind: string, name: string | null): string => {
    const actor = ACTORS.find((known) => known === kind);
    if (!actor) return t('eventBy.system');
    return name ? t(`eventBy.${actor}`, { name }) : t(`eventBy.${actor}Unknown`);
  };
  const tellingItems = useTellingItems();
  const steps = [...check.events]
    .sort((one, other) => one.version - other.version)
    .map(({ id, action, at, actorKind, actorName, reason, toStatus, notes }) => {
      const name = eventName(action);
      const item: TimelineItem = {
        id,
        title: name ? t(`event.${name}`) : t('event.other', { status: enums(`checkStatus.${toStatus}`) }),
        time: <time dateTime={at}>{format.dateTime(at)}</time>,
        body: (
          <>
            <span className="block">{OF_EMPLOYEE.includes(action) ? t('eventBy.employee') : by(actorKind, actorName)}</span>
            {reason && <span className="block whitespace-pre-line text-fg">{reason}</span>}
            {/* The other remarks are about the planners' choice of doctor and moment. */}
            {SHOWN_NOTES.filter((note) => notes.includes(note)).map((note) => (
              <span key={note} className="block text-fg">
                {t(`note.${note}`)}
              </span>
            ))}
          </>
        ),
        ...(name ? LOOKS[name] : {}),
      };
      return { at, item };
    });
  const happened = [...steps, ...tellingItems(check.tellings)]
    .sort((one, other) => Date.parse(one.at) - Date.parse(other.at))
    .map(({ item }) => item);
  const expected = expectedSteps(check, clock.now()).map(({ key, actor, due, late }, index): TimelineItem => {
    const who = actorKey(actor, role);
    return {
      id: key,
      title: <span className={index === 0 ? undefined : 'font-normal text-muted'}>{t(`expected.${key}`)}</span>,
      time: due ? (
        <span className={late ? 'text-warning-fg' : undefined}>
          {/* An appointment is at its hour, not by it. */}
          {key === 'check' && check.status === 'WaitingForCheck' && !late
            ? dueText(due, format)
            : t(late ? 'expected.late' : 'expected.by', { moment: dueText(due, format) })}
        </span>
      ) : (
        t(index === 0 ? 'expected.now' : 'expected.later')
      ),
      body: (
        <>
          {who !== 'nobody' && <span className="block">{t(`expected.actor.${who}`)}</span>}
          {t(`expected.${key}Text`)}
        </>
      ),
      tone: index === 0 ? 'info' : 'neutral',
      ...(index === 0 ? { icon: 'clock' as const } : {}),
    };
  });
  return <Timeline label={t('detail.history')} items={[...happened, ...expected]} />;
}
