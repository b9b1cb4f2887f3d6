import { allowedOccurrences } from '@checkwell/domain/check/result/result';
import { resultError } from '@checkwell/domain/check/rules';
import { noShowRefusal } from '@checkwell/domain/check/times/no-show';
import { timeOf } from '@checkwell/domain/clock';
import { useEffect, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { clock } from '../../lib/browser/time.ts';
import { notifyError } from '../../lib/browser/toast.ts';
import { useDraft } from '../../lib/forms/draft.ts';
import { applyServerIssues, partOf, useZodForm } from '../../lib/forms/form.ts';
import { useTranslations } from '../../lib/i18n/translations.ts';
import { useMessageText } from '../../lib/i18n/use-message-text.ts';
import { Alert } from '../../ui/content/Alert.tsx';
import { Card } from '../../ui/content/Card.tsx';
import { Button } from '../../ui/controls/Button.tsx';
import { Checkbox } from '../../ui/controls/Checkbox.tsx';
import { Field, FormStack } from '../../ui/controls/Field.tsx';
import { Textarea } from '../../ui/controls/Textarea.tsx';
import { FindingsCards } from './FindingsCards.tsx';
import { MissionFormActions } from './MissionFormActions.tsx';
import type { ShownMission } from './missions.queries.ts';
import { reportKeyOf } from './outbox/mission-drafts.ts';
import { useAct } from './outbox/use-outbox.ts';
import { emptyResult, resultFormRule, type TappedTimes } from './result-form.ts';
import { sendFindings } from './send-findings.ts';

interface ResultPanelProps {
  mission: ShownMission;
  /** The version of the check when this is sent. */
  version: number;
  /** The times of arrival and departure that were tapped. */
  times: TappedTimes;
  onBack: () => void;
  onDone: () => void;
  /** Called when the employee was not notified in time, so that the check could not be carried out. */
  onNotTold: () => void;
  /** Called when nobody opened: the attempt is recorded first. */
  onNobodyHome: () => void;
}

/** The doctor's report: what happened, the verdict, the declarations that the law asks for, notes. */
export function ResultPanel({ mission, version, times, onBack, onDone, onNotTold, onNobodyHome }: ResultPanelProps) {
  const t = useTranslations('missions');
  const messageText = useMessageText();
  const occurrences = allowedOccurrences(mission);
  const refusal = noShowRefusal(mission);
  const [opened] = useState(() => clock.now());
  const form = useZodForm(resultFormRule, { defaultValues: emptyResult(opened, occurrences, times) });
  const draft = useDraft(reportKeyOf(mission), form);
  const occurrence = useWatch({ control: form.control, name: 'checkOccurence' });
  // Adds the tapped times to an older draft; typed times stay.
  const { getValues, setValue } = form;
  useEffect(() => {
    if (times.arrivedAt && !getValues('examinedFrom')) setValue('examinedFrom', timeOf(times.arrivedAt));
    if (times.leftAt && !getValues('examinedTo')) setValue('examinedTo', timeOf(times.leftAt));
  }, [times, getValues, setValue]);
  // The draft is kept until the employer reads the report, so that a report that is taken back can be corrected.
  const save = useAct(mission, { onDone, onRefused: (error) => !applyServerIssues(form, error) });

  const handleSubmit = sendFindings(
    form,
    (result, now) => resultError(result, mission, now),
    (input) => save.act({ kind: 'recordResult', version, input, typed: form.getValues() }),
  );

  return (
    <form noValidate onSubmit={(event) => void handleSubmit(event).catch(notifyError)} className="flex flex-col gap-4">
      {draft.restored && <Alert tone="info">{t('common:restored')}</Alert>}
      <FindingsCards
        mission={mission}
        form={partOf(form)}
        tapped={times.arrivedAt !== null}
        besideOutcome={
          refusal !== null && (
            <Alert
              tone="info"
              title={t('noShow.title')}
              action={
                refusal === 'noShowNoAttempt' ? (
                  <Button onClick={onNobodyHome}>{t('attempt.open')}</Button>
                ) : refusal === 'noShowNoCard' ? undefined : (
                  <Button onClick={onNotTold}>{t('noShow.cannot')}</Button>
                )
              }
            >
              {messageText(`validation:${refusal}`)}
            </Alert>
          )
        }
        asksTimesReason
      />
      <Card title={t('result.declarations')}>
        <FormStack>
          <Checkbox
            label={t('result.independence')}
            hint={t('result.independenceHint')}
            error={form.error('independenceDeclared')}
            {...form.register('independenceDeclared')}
          />
          {occurrence !== 'NoShow' && (
            <Checkbox
              label={t('result.findings')}
              hint={t('result.findingsHint')}
              error={form.error('findingsHandedOver')}
              {...form.register('findingsHandedOver')}
            />
          )}
          {occurrence === 'NoShow' && (
            <Checkbox label={t('result.secondCheck')} hint={t('result.secondCheckHint')} {...form.register('secondCheckNeeded')} />
          )}
        </FormStack>
      </Card>
      <Card title={t('result.notes')}>
        <FormStack>
          <Field label={t('result.comment')} hint={t('result.commentHint')} error={form.error('archiveComment')}>
            <Textarea rows={3} {...form.register('archiveComment')} />
          </Field>
          <Field label={t('result.medicalNote')} hint={t('result.medicalNoteHint')} error={form.error('medicalNote')}>
            <Textarea rows={3} {...form.register('medicalNote')} />
          </Field>
        </FormStack>
      </Card>
      <MissionFormActions submit={t('result.send')} busy={save.isPending} onBack={onBack} />
    </form>
  );
}
