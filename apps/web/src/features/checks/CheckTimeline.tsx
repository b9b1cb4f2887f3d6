import type { EventNote } from '@checkwell/domain/check/notes';
import { expectedSteps } from '@checkwell/domain/check/times/expected';
import { clock } from '../../lib/browser/time.ts';
import { useFormat } from '../../lib/i18n/format.ts';
import { useTranslations } from '../../lib/i18n/translations.ts';
import { useEventLine } from '../../lib/records/check-events.ts';
import { useViewer } from '../../lib/session/viewer.ts';
import { useEmployeeMessageItems } from '../../ui/content/EmployeeTold.tsx';
import { Timeline, type TimelineItem } from '../../ui/content/Timeline.tsx';
import type { WholeCheck } from './check.queries.ts';
import { actorKey } from './check-display.ts';
import { dueText } from './due-text.ts';

const SHOWN_NOTES = ['timingFallback', 'noShowNotTold'] as const satisfies readonly EventNote[];

/** The events of a check, oldest first, and the coming steps: who takes each, and by when. */
export function CheckTimeline({ check }: { check: WholeCheck }) {
  const t = useTranslations('checks');
  const format = useFormat();
  const { role } = useViewer();
  const lineOf = useEventLine();
  const employeeMessageItems = useEmployeeMessageItems();
  const steps = [...check.events]
    .sort((one, other) => one.version - other.version)
    .map((event) => {
      const { id, at, reason, detailsErased, notes } = event;
      const { by, ...line } = lineOf(event);
      const item: TimelineItem = {
        id,
        ...line,
        time: <time dateTime={at}>{format.dateTime(at)}</time>,
        body: (
          <>
            <span className="block">{by}</span>
            {reason && <span className="block whitespace-pre-line text-fg">{reason}</span>}
            {detailsErased && <span className="block">{t('erased')}</span>}
            {/* Only some notes are shown here: the others are about the planners' choice of doctor and time. */}
            {SHOWN_NOTES.filter((note) => notes.includes(note)).map((note) => (
              <span key={note} className="block text-fg">
                {t(`note.${note}`)}
              </span>
            ))}
          </>
        ),
      };
      return { at, item };
    });
  const happened = [...steps, ...employeeMessageItems(check.employeeMessages)]
    .sort((one, other) => Date.parse(one.at) - Date.parse(other.at))
    .map(({ item }) => item);
  const expected = expectedSteps(check, clock.now()).map(({ key, actor, due, late }, index): TimelineItem => {
    const who = actorKey(actor, role);
    return {
      id: key,
      title: <span className={index === 0 ? undefined : 'font-normal text-muted'}>{t(`expected.${key}`)}</span>,
      time: due ? (
        <span className={late ? 'text-warning-fg' : undefined}>
          {/* An appointment is at a time; any other step is due by a time. */}
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
