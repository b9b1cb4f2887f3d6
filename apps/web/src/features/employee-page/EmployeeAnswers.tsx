import { EMPLOYEE_REPORTS, type EmployeePage, type EmployeeReport } from '@checkwell/domain/employee-page/contract';
import { useState } from 'react';
import { ApiError } from '../../lib/api/api-error.ts';
import { queryClient, useChange } from '../../lib/api/query.ts';
import { Alert } from '../../ui/content/Alert.tsx';
import { Card } from '../../ui/content/Card.tsx';
import { ThumbButton } from '../../ui/controls/ThumbButton.tsx';
import { AskedFirst } from './AskedFirst.tsx';
import { type EmployeeAnswer, employeePageKey, sendAnswer } from './employee-page.calls.ts';
import type { PageTranslation } from './use-page-translation.ts';

interface AnswersProps {
  readonly token: string;
  readonly page: EmployeePage;
  readonly translation: PageTranslation;
  /** Called with whether the appointment differs from the one on the page. */
  readonly onChanged: (changed: boolean) => void;
}

/** The answers to the appointment: yes with one press, a reason not to come after showing its consequence. */
export function EmployeeAnswers({ token, page, translation, onChanged }: AnswersProps) {
  const { t, format } = translation;
  const [reason, setReason] = useState<EmployeeReport>();
  const [errorKey, setErrorKey] = useState<'error.send' | 'error.many'>();
  const answer = useChange((said: EmployeeAnswer) => sendAnswer(token, said), {
    onSuccess: (known) => {
      setErrorKey(undefined);
      setReason(undefined);
      onChanged(false);
      queryClient.setQueryData(employeePageKey(token), known);
    },
    onError: (error) => {
      const code = error instanceof ApiError ? error.code : undefined;
      const isOld = code === 'check.actionNotAllowed' || code === 'entity.changedMeanwhile' || code === 'entity.notFound';
      setErrorKey(isOld ? undefined : code === 'auth.tooManyAttempts' ? 'error.many' : 'error.send');
      if (isOld) {
        setReason(undefined);
        onChanged(true);
        void queryClient.invalidateQueries({ queryKey: employeePageKey(token) });
      }
      // The page shows the failure, in its own language.
      return false;
    },
  });
  /** Opens another answer, and clears the error of the earlier one. */
  const ask = (next: EmployeeReport | undefined): void => {
    setErrorKey(undefined);
    setReason(next);
  };
  const { appointment, confirmedAt, state } = page;
  if (appointment === null) return null;
  return (
    <>
      {state === 'Expected' && (
        <Card title={t('confirm.title')}>
          {confirmedAt === null ? (
            <div className="flex flex-col items-start gap-3">
              <p className="text-sm text-pretty text-fg">{t('confirm.text')}</p>
              <ThumbButton
                variant="primary"
                size="lg"
                loading={answer.isPending && reason === undefined}
                onClick={() => answer.mutate({ appointmentStart: appointment.start })}
              >
                {t('confirm.button')}
              </ThumbButton>
              {errorKey && reason === undefined && <Alert tone="danger">{t(errorKey)}</Alert>}
            </div>
          ) : (
            <Alert tone="success" live>
              {t('confirm.done', { moment: format.momentLong(confirmedAt) })}
            </Alert>
          )}
        </Card>
      )}
      <Card title={t('report.title')}>
        <p className="text-sm text-pretty text-fg">{t('report.text')}</p>
        {reason === undefined ? (
          <div className="mt-3 flex flex-wrap gap-2">
            {EMPLOYEE_REPORTS.map((value) => (
              <ThumbButton key={value} onClick={() => ask(value)}>
                {t(`report.reason.${value}`)}
              </ThumbButton>
            ))}
          </div>
        ) : (
          <AskedFirst
            label={t(`report.reason.${reason}`)}
            titled
            what={t(`report.what.${reason}`)}
            send={t('report.send')}
            back={t('report.back')}
            isPending={answer.isPending}
            errorKey={errorKey && t(errorKey)}
            onSend={() => answer.mutate({ report: reason })}
            onBack={() => ask(undefined)}
          />
        )}
      </Card>
    </>
  );
}
