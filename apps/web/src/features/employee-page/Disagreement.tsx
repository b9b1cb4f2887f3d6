import type { EmployeePage } from '@checkwell/domain/employee-page/contract';
import { useState } from 'react';
import { ApiError } from '../../lib/api/api-error.ts';
import { queryClient, useChange } from '../../lib/api/query.ts';
import { Alert } from '../../ui/content/Alert.tsx';
import { ThumbButton } from '../../ui/controls/ThumbButton.tsx';
import { AskedFirst } from './AskedFirst.tsx';
import { employeePageKey, sendDisagreement } from './employee-page.calls.ts';
import type { PageTranslation } from './use-page-translation.ts';

interface DisagreementProps {
  readonly token: string;
  readonly page: EmployeePage;
  readonly translation: PageTranslation;
}

/** Lets the employee disagree with the findings, after showing the consequence, because this page cannot undo it. */
export function Disagreement({ token, page: { findings }, translation: { t, format } }: DisagreementProps) {
  const [asking, setAsking] = useState(false);
  const [errorKey, setErrorKey] = useState<'error.send' | 'error.many'>();
  const say = useChange(() => sendDisagreement(token), {
    onSuccess: (known) => queryClient.setQueryData(employeePageKey(token), known),
    onError: (error) => {
      const code = error instanceof ApiError ? error.code : undefined;
      setErrorKey(code === 'auth.tooManyAttempts' ? 'error.many' : 'error.send');
      // The page is out of date then.
      if (code === 'check.actionNotAllowed' || code === 'entity.notFound')
        void queryClient.invalidateQueries({ queryKey: employeePageKey(token) });
      // The page shows the failure, in its own language.
      return false;
    },
  });
  if (findings === null) return null;
  if (findings.disagreement !== null) {
    const { at } = findings.disagreement;
    return (
      <Alert tone="success" live>
        {at === null ? t('findings.dispute.noted') : t('findings.dispute.said', { moment: format.momentLong(at) })}
      </Alert>
    );
  }
  return (
    <>
      <p className="text-sm text-pretty text-fg">{t('findings.tell')}</p>
      {asking ? (
        <AskedFirst
          label={t('findings.dispute.open')}
          what={t('findings.dispute.what')}
          send={t('findings.dispute.send')}
          back={t('findings.dispute.back')}
          isPending={say.isPending}
          errorKey={errorKey && t(errorKey)}
          onSend={() => say.mutate()}
          onBack={() => {
            setErrorKey(undefined);
            setAsking(false);
          }}
        />
      ) : (
        <p>
          <ThumbButton onClick={() => setAsking(true)}>{t('findings.dispute.open')}</ThumbButton>
        </p>
      )}
    </>
  );
}
