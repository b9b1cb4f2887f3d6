import type { EventNote } from '@checkwell/domain/check/notes';
import { useFormat } from '../../lib/format.ts';
import { useWords } from '../../lib/words.ts';
import type { Tone } from '../../ui/Badge.tsx';
import type { IconName } from '../../ui/Icon.tsx';
import { Timeline, type TimelineItem } from '../../ui/Timeline.tsx';
import type { CheckFieldsFragment } from './checks.gql.ts';
import { type EventName, eventName, expectedSteps } from './timeline.ts';

const LOOKS: Record<EventName, { readonly icon: IconName; readonly tone: Tone }> = {
  order: { icon: 'clipboard', tone: 'brand' },
  startPlanning: { icon: 'route', tone: 'info' },
  schedule: { icon: 'calendarCheck', tone: 'brand' },
  reschedule: { icon: 'calendar', tone: 'info' },
  unschedule: { icon: 'calendar', tone: 'warning' },
  reportProblem: { icon: 'alert', tone: 'warning' },
  resolveProblem: { icon: 'check', tone: 'success' },
  modify: { icon: 'edit', tone: 'info' },
  cancel: { icon: 'xCircle', tone: 'neutral' },
  recordResult: { icon: 'checkCircle', tone: 'success' },
  markNonOperable: { icon: 'xCircle', tone: 'warning' },
  delete: { icon: 'trash', tone: 'neutral' },
  releaseComment: { icon: 'eye', tone: 'info' },
  withholdComment: { icon: 'eyeOff', tone: 'neutral' },
};

const ACTORS = ['employer', 'planner', 'doctor'] as const;

/** What happened to a check, oldest first, and what still comes. */
export function CheckTimeline({ check }: { check: CheckFieldsFragment }) {
  const t = useWords('checks');
  const enums = useWords('enums');
  const format = useFormat();
  const by = (kind: string, name: string | null): string => {
    const actor = ACTORS.find((known) => known === kind);
    if (!actor) return t('eventBy.system');
    return name ? t(`eventBy.${actor}`, { name }) : t(`eventBy.${actor}Unknown`);
  };
  const happened = [...check.events]
    .sort((one, other) => one.version - other.version)
    .map(({ id, action, at, actorKind, actorName, reason, toStatus, notes }): TimelineItem => {
      const name = eventName(action);
      return {
        id,
        title: name ? t(`event.${name}`) : t('event.other', { status: enums(`checkStatus.${toStatus}`) }),
        time: <time dateTime={at}>{format.dateTime(at)}</time>,
        body: (
          <>
            <span className="block">{by(actorKind, actorName)}</span>
            {reason && <span className="block whitespace-pre-line text-fg">{reason}</span>}
            {/* The other remarks are about the planners' choice of doctor and moment. */}
            {notes.includes('timingFallback' satisfies EventNote) && <span className="block text-fg">{t('note.timingFallback')}</span>}
          </>
        ),
        ...(name ? LOOKS[name] : {}),
      };
    });
  const expected = expectedSteps(check.status).map(
    (step, index): TimelineItem => ({
      id: step,
      title: <span className={index === 0 ? undefined : 'font-normal text-muted'}>{t(`expected.${step}`)}</span>,
      time:
        step === 'check' && check.appointmentStart && check.status === 'WaitingForCheck' ? (
          <time dateTime={check.appointmentStart}>{format.dateTime(check.appointmentStart)}</time>
        ) : (
          t(index === 0 ? 'expected.now' : 'expected.later')
        ),
      body: t(`expected.${step}Text`),
      tone: index === 0 ? 'info' : 'neutral',
      ...(index === 0 ? { icon: 'clock' as const } : {}),
    }),
  );
  return <Timeline label={t('detail.history')} items={[...happened, ...expected]} />;
}
