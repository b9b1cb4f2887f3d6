import { cancelsFree, isReportOfEmployee } from '@checkwell/domain/check/notices';
import { useTranslations } from '../../../lib/i18n/translations.ts';
import { Alert } from '../../../ui/content/Alert.tsx';
import { Button } from '../../../ui/controls/Button.tsx';
import type { WholeCheck } from '../check.queries.ts';
import { DueLine } from '../NextCard.tsx';

/** Why a check is stopped, who is asked what, and the buttons to go on. */
export function ProblemPanel({ check, onModify, onAnswer }: { check: WholeCheck; onModify: () => void; onAnswer: () => void }) {
  const t = useTranslations('checks');
  const enums = useTranslations('enums');
  if (check.status !== 'ModificationProblem') return null;
  const asked = check.problemOwner === 'employer';
  const canAnswer = asked && check.availableActions.includes('resolveProblem');
  const reason = check.problemReason;
  return (
    <Alert tone={asked ? 'warning' : 'info'} title={asked ? t('problem.titleYou') : t('problem.titleProvider')}>
      {reason && <p className="text-sm font-medium">{enums(`problemReason.${reason}`)}</p>}
      {check.problemComment && <p className="mt-1 whitespace-pre-line">{check.problemComment}</p>}
      {/* When the employee is away, HR can decide something, although the planners handle the problem. */}
      <p className="mt-1">{asked || isReportOfEmployee(reason) ? t(`problem.ask.${reason ?? 'Other'}`) : t('problem.nothingToDo')}</p>
      {cancelsFree(reason) && <p className="mt-1">{t('problem.free')}</p>}
      <DueLine check={check} />
      {canAnswer && (
        <div className="mt-3 flex flex-wrap gap-2">
          {check.availableActions.includes('modify') && (
            <Button icon="edit" onClick={onModify}>
              {t('problem.correct')}
            </Button>
          )}
          <Button variant="primary" icon="send" onClick={onAnswer}>
            {t('problem.resolve')}
          </Button>
        </div>
      )}
    </Alert>
  );
}
