import { employeeMessageTopic, mayHaveArrived } from '@checkwell/domain/check/times/told';
import { useTranslations } from '../../../lib/i18n/translations.ts';
import { Card } from '../../../ui/content/Card.tsx';
import { useEmployeeMessageText } from '../../../ui/content/EmployeeTold.tsx';
import type { PlanningCheck } from '../planning.queries.ts';
import { Calls } from './Calls.tsx';
import { currentMessages } from './current-messages.ts';
import { Letters } from './Letters.tsx';

interface DecisionToldProps {
  readonly check: PlanningCheck;
  readonly onCall: () => void;
  readonly onPost: () => void;
}

/** Whether and how the employee was notified of a decision, and what planners can do about it; empty without a decision. */
export function DecisionTold({ check, onCall, onPost }: DecisionToldProps) {
  const t = useTranslations('planning');
  const checks = useTranslations('checks');
  const text = useEmployeeMessageText();
  const told = check.status === 'Archived' ? currentMessages(check) : [];
  const [first] = told;
  if (!first) return null;
  const isUntold = !told.some(mayHaveArrived);
  return (
    <Card title={checks('employeeMessages.title')}>
      <p className="text-sm font-medium text-fg">{checks(`employeeMessages.${employeeMessageTopic(first.news)}`, { moment: '' })}</p>
      {isUntold && <p className="mt-1 text-sm text-warning-fg">{t('decision.untold')}</p>}
      <ul className="mt-1 text-xs text-muted">
        {told.map((each) => (
          <li key={each.id}>{text(each)}</li>
        ))}
      </ul>
      {(isUntold || told.some(({ channel }) => channel === 'phone' || channel === 'letter')) && (
        <>
          <Calls check={check} onCall={onCall} />
          <Letters check={check} onPost={onPost} />
        </>
      )}
    </Card>
  );
}
