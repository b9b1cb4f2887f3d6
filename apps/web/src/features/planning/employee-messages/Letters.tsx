import { letterRule } from '@checkwell/domain/check/rules';
import { letterError, letterFilePath, letterReachedAt } from '@checkwell/domain/check/times/letter';
import { isInTime, mayHaveArrived, UNTOLD_STATES, waysLeft } from '@checkwell/domain/check/times/told';
import { dayOf, isCalendarDay } from '@checkwell/domain/clock';
import { useDownload } from '../../../lib/api/download.ts';
import { useGqlChange } from '../../../lib/api/query.ts';
import { clock } from '../../../lib/browser/time.ts';
import { applyServerIssues, useZodForm } from '../../../lib/forms/form.ts';
import { useFormat } from '../../../lib/i18n/format.ts';
import { useTranslations } from '../../../lib/i18n/translations.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { FormDatePicker } from '../../../ui/forms/FormControls.tsx';
import { FormDialog } from '../../../ui/overlays/FormDialog.tsx';
import { RecordLetterDocument } from '../planning.gql.ts';
import type { PlanningCheck } from '../planning.queries.ts';
import { currentMessages } from './current-messages.ts';
import { WithdrawMessages } from './WithdrawMessages.tsx';

/** The ways in which planners can still notify the employee in time. */
export function WaysLeft({ check: { employeeTold, appointmentStart, resultDueAt } }: { readonly check: PlanningCheck }) {
  const t = useTranslations('planning');
  const format = useFormat();
  const now = clock.now();
  const start = appointmentStart && new Date(appointmentStart);
  const isUntold = UNTOLD_STATES.some((state) => state === employeeTold);
  if (!isUntold || !start || start <= now || resultDueAt !== null) return null;
  const { callUntil, letter } = waysLeft(start, now);
  const read = format.momentLong(letter.readAt);
  return (
    <div className="mt-2 text-xs text-muted">
      <p className="font-medium text-fg">{t('ways.title')}</p>
      <ul className="list-disc pl-4">
        <li>{callUntil ? t('ways.call', { until: format.momentLong(callUntil) }) : t('ways.callOver')}</li>
        <li>{t(letter.inTime ? 'ways.letter' : 'ways.letterOver', { read })}</li>
      </ul>
    </div>
  );
}

interface LettersProps {
  readonly check: PlanningCheck;
  /** Opens `LetterDialog`; the page holds it, so that it stays when this card is removed. */
  readonly onPost: () => void;
}

/** The letter about an appointment for which no other message arrived in time, or about a decision: to print, record as posted, and withdraw. */
export function Letters({ check, onPost }: LettersProps) {
  const t = useTranslations('planning');
  const format = useFormat();
  const { progress, start } = useDownload();
  const told = currentMessages(check);
  const isOver = check.status === 'Archived';
  const isPosted = told.some(({ channel, withdrawnAt }) => channel === 'letter' && withdrawnAt === null);
  const isNeeded = isOver ? !told.some(mayHaveArrived) : check.employeeTold !== 'InTime' && check.employeeTold !== 'Unrecorded';
  if (!isOver && (check.employeeTold === null || check.resultDueAt !== null)) return null;
  if (!isNeeded && !isPosted) return null;
  return (
    <div className="mt-2 flex flex-wrap gap-2">
      <Button
        icon="download"
        loading={progress !== null}
        onClick={() => start({ path: letterFilePath(check.id), fallbackName: `${t('letter.fileName')}.pdf` })}
      >
        {t('letter.download')}
      </Button>
      {isNeeded && (
        <Button icon="mail" onClick={onPost}>
          {t('letter.open')}
        </Button>
      )}
      <WithdrawMessages
        check={check}
        channel="letter"
        label={(sentAt) => t('letter.withdraw', { day: format.date(sentAt && dayOf(new Date(sentAt))) })}
        success={t('letter.withdrawn')}
      />
    </div>
  );
}

/** When the letter was posted, and from when on it counts. */
export function LetterDialog({ check, onClose }: { readonly check: PlanningCheck; readonly onClose: () => void }) {
  const t = useTranslations('planning');
  const format = useFormat();
  const form = useZodForm(letterRule, { defaultValues: { postedOn: dayOf(clock.now()) } });
  const save = useGqlChange(RecordLetterDocument, {
    topics: ['check'],
    success: t('letter.saved'),
    onSuccess: onClose,
    onError: (error) => !applyServerIssues(form, error),
  });
  const isOver = check.status === 'Archived';
  const since = currentMessages(check)[0]?.createdAt ?? check.creationDate;
  const submit = form.handleSubmit(({ postedOn }) => {
    const fieldError = letterError(postedOn, new Date(since), clock.now());
    if (fieldError) form.setError('postedOn', { type: 'rule', message: fieldError });
    else save.mutate({ id: check.id, version: check.version, input: { postedOn } });
  });
  const postedOn = form.watch('postedOn');
  const readAt = isCalendarDay(postedOn) ? letterReachedAt(postedOn) : null;
  const isLate =
    !isOver && readAt !== null && check.appointmentStart !== null && !isInTime('letter', readAt, new Date(check.appointmentStart));
  return (
    <FormDialog
      title={t(isOver ? 'decision.letter' : 'letter.title')}
      submitLabel={t('letter.save')}
      busy={save.isPending}
      unsaved={form.formState.isDirty}
      onSubmit={submit}
      onClose={onClose}
    >
      <p>{isOver ? t('decision.letterText') : t('letter.text', { moment: format.momentLong(check.appointmentStart) })}</p>
      <FormDatePicker form={form} name="postedOn" label={t('letter.at')} required />
      {readAt && (
        <p aria-live="polite" className="text-sm text-muted">
          {t('letter.counts', { read: format.momentLong(readAt) })} {isLate && <span className="text-warning-fg">{t('letter.late')}</span>}
        </p>
      )}
    </FormDialog>
  );
}
