import type { CheckStatus } from '@checkwell/domain/check/enums';
import type { SmsState } from '@checkwell/domain/messages/sms';
import { useFormat } from '../../lib/i18n/format.ts';
import { useWords } from '../../lib/i18n/words.ts';

interface EmployeeToldProps {
  readonly check: {
    readonly status: CheckStatus;
    /** null: nothing was told. */
    readonly employeeNotice: { readonly state: SmsState | null; readonly at: string | null } | null;
  };
}

/** Whether, and when, the employee was told of the appointment that stands. */
export function EmployeeTold({ check: { status, employeeNotice } }: EmployeeToldProps) {
  const t = useWords('checks');
  const format = useFormat();
  if (status !== 'WaitingForCheck' || employeeNotice === null) return null;
  const { state, at } = employeeNotice;
  const isBad = state === null || state === 'failed';
  return (
    <p className={`mt-1 text-xs ${isBad ? 'text-warning-fg' : 'text-muted'}`}>
      {t(`told.${state ?? 'none'}`, { moment: format.moment(at) })}
    </p>
  );
}
