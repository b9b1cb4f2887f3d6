import { type ExpectedStepKey, expectedSteps } from '@checkwell/domain/check/times/expected';
import { clock } from '../../lib/browser/time.ts';
import { useFormat } from '../../lib/i18n/format.ts';
import { useTranslations } from '../../lib/i18n/translations.ts';
import { useViewer } from '../../lib/session/viewer.ts';
import { Badge } from '../../ui/content/Badge.tsx';
import { Card } from '../../ui/content/Card.tsx';
import { EmployeeTold } from '../../ui/content/EmployeeTold.tsx';
import type { WholeCheck } from './check.queries.ts';
import { actorKey, whenOf } from './check-display.ts';
import { dueTextLong } from './due-text.ts';

/** One sentence on the next step: what happens, by when, and who must act. Alerts above show questions and the end of a check. */
export function NextCard({ check }: { check: WholeCheck }) {
  const t = useTranslations('checks');
  const { role } = useViewer();
  const actor = actorKey(check.nextActor, role);
  const sentence = useSentence()(check);
  if (sentence === null) return null;
  return (
    <Card
      title={t('next.title')}
      actions={
        // A pill when the viewer must act.
        actor === 'you' ? (
          <Badge tone="danger">{t('actor.you')}</Badge>
        ) : (
          <span className="text-2xs text-muted">{actor === 'nobody' ? t('actor.nobody') : t(`expected.actor.${actor}`)}</span>
        )
      }
    >
      <p className="text-sm">{sentence}</p>
      <EmployeeTold check={check} />
      <DueLine check={check} />
    </Card>
  );
}

/** By when the next step is due, or that it is late. */
export function DueLine({ check }: { check: WholeCheck }) {
  const due = useTerm()(check);
  return due && <p className={`mt-1 text-xs ${due.late ? 'text-warning-fg' : 'text-muted'}`}>{due.text}</p>;
}

function useSentence(): (check: WholeCheck) => string | null {
  const t = useTranslations('checks');
  const format = useFormat();
  return (check) => {
    switch (check.status) {
      case 'Reception':
        return t('next.receptionText');
      case 'Planning':
        return t(`next.planning.${check.checkTiming}`);
      case 'WaitingForCheck':
        if (check.resultHeldAt) return t('next.held');
        return t(`next.waiting.${check.checkLocation}`, {
          doctor: check.doctorFullName || t('next.aDoctor'),
          moment: whenOf(check, { moment: format.momentLong, day: format.dateLong }) ?? '',
        });
      case 'ModificationProblem':
      case 'Archived':
        return null;
    }
  };
}

/** The steps whose deadline is shown, each with its text. */
const TERMS = {
  solve: ['next.answerBy', 'next.answerLate'],
  check: ['next.target', 'next.targetLate'],
  result: ['next.resultBy', 'next.resultLate'],
} as const satisfies Partial<Record<ExpectedStepKey, readonly [string, string]>>;

function useTerm(): (check: WholeCheck) => { readonly text: string; readonly late: boolean } | null {
  const t = useTranslations('checks');
  const format = useFormat();
  return (check) => {
    const asked = check.status === 'ModificationProblem' && check.problemOwner === 'employer';
    const told = check.status === 'WaitingForCheck' ? 'result' : asked ? 'solve' : 'check';
    const step = expectedSteps(check, clock.now()).find(({ key }) => key === told);
    if (!step?.due) return null;
    const [inTime, late] = TERMS[told];
    return { text: t(step.late ? late : inTime, { moment: dueTextLong(step.due, format) }), late: step.late };
  };
}
