import { isDeclaredAccident } from '@checkwell/domain/check/incapacity-facts';
import { allowedOccurrences } from '@checkwell/domain/check/result/result';
import { isFarFromAppointment, resultFault } from '@checkwell/domain/check/rules';
import { noShowRefusal } from '@checkwell/domain/check/times/no-show';
import { addDays, timeOf } from '@checkwell/domain/clock';
import { TEXT } from '@checkwell/domain/constants';
import { useEffect, useState } from 'react';
import { Controller, useWatch } from 'react-hook-form';
import { useGqlChange } from '../../lib/api/query.ts';
import { clock } from '../../lib/browser/time.ts';
import { notifyError } from '../../lib/browser/toast.ts';
import { useDraft } from '../../lib/forms/draft.ts';
import { focusFirstFault } from '../../lib/forms/first-fault.ts';
import { applyServerIssues, useZodForm } from '../../lib/forms/form.ts';
import { useFormat } from '../../lib/i18n/format.ts';
import { useMessageText } from '../../lib/i18n/use-message-text.ts';
import { useWords } from '../../lib/i18n/words.ts';
import { Alert } from '../../ui/content/Alert.tsx';
import { Card } from '../../ui/content/Card.tsx';
import { Button } from '../../ui/controls/Button.tsx';
import { Checkbox } from '../../ui/controls/Checkbox.tsx';
import { DatePicker } from '../../ui/controls/DatePicker.tsx';
import { Field, FormStack } from '../../ui/controls/Field.tsx';
import { RadioGroup } from '../../ui/controls/RadioGroup.tsx';
import { Textarea } from '../../ui/controls/Textarea.tsx';
import { TimeField } from '../../ui/controls/TimeField.tsx';
import { MissionFormActions } from './MissionFormActions.tsx';
import { RecordResultDocument } from './missions.gql.ts';
import type { ShownMission } from './missions.queries.ts';
import {
  asksVerdict,
  emptyResult,
  fitFrom,
  JUDGED_PLAUSIBILITIES,
  type ResultForm,
  resultFormRule,
  type TappedTimes,
  typedStart,
} from './result-form.ts';
import { reportKeyOf } from './tapped-times.ts';

interface ResultPanelProps {
  mission: ShownMission;
  /** Of arriving and leaving. */
  times: TappedTimes;
  onBack: () => void;
  onDone: () => void;
  /** The employee was not told in time: the check could not be carried out. */
  onNotTold: () => void;
  /** Nobody opened: the attempt comes first. */
  onNobodyHome: () => void;
}

/** The doctor's report: what happened, the verdict, the declarations that the law asks for, notes. */
export function ResultPanel({ mission, times, onBack, onDone, onNotTold, onNobodyHome }: ResultPanelProps) {
  const t = useWords('missions');
  const enums = useWords('enums');
  const messageText = useMessageText();
  const format = useFormat();
  const occurrences = allowedOccurrences(mission);
  const refusal = noShowRefusal(mission);
  const [opened] = useState(() => clock.now());
  const form = useZodForm(resultFormRule, { defaultValues: emptyResult(opened, occurrences, times) });
  const draft = useDraft(reportKeyOf(mission), form);
  const occurrence = useWatch({ control: form.control, name: 'checkOccurence' });
  const verdict = useWatch({ control: form.control, name: 'verdict' });
  const newEnd = useWatch({ control: form.control, name: 'newIncapacityEndDate' });
  const examinedDay = useWatch({ control: form.control, name: 'examinedDay' });
  const examinedFrom = useWatch({ control: form.control, name: 'examinedFrom' });
  const start = typedStart({ examinedDay, examinedFrom });
  const far = start !== null && isFarFromAppointment(start, mission.appointmentStart);
  // A draft from before a tap does not know it yet; what was typed stays.
  const { getValues, setValue } = form;
  useEffect(() => {
    if (times.arrivedAt && !getValues('examinedFrom')) setValue('examinedFrom', timeOf(times.arrivedAt));
    if (times.leftAt && !getValues('examinedTo')) setValue('examinedTo', timeOf(times.leftAt));
  }, [times, getValues, setValue]);
  const save = useGqlChange(RecordResultDocument, {
    topics: ['check'],
    // Kept until the employer reads it: what is taken back is there to be corrected.
    onSuccess: onDone,
    onError: (error) => !applyServerIssues(form, error),
  });

  const handleSubmit = form.handleSubmit((result) => {
    const fault = resultFault(result, mission, clock.now());
    if (fault) {
      form.setError(fault.path as keyof ResultForm, { type: 'rule', message: fault.message });
      focusFirstFault();
      return;
    }
    save.mutate({
      id: mission.id,
      version: mission.version,
      input: { ...result, examinedFrom: result.examinedFrom.toISOString(), examinedTo: result.examinedTo.toISOString() },
    });
  });

  const accident = isDeclaredAccident(mission.incapacityType);
  return (
    <form noValidate onSubmit={(event) => void handleSubmit(event).catch(notifyError)} className="flex flex-col gap-4">
      {draft.restored && <Alert tone="info">{t('common:restored')}</Alert>}
      <Card title={t('result.what')}>
        <FormStack>
          <Controller
            control={form.control}
            name="checkOccurence"
            render={({ field }) => (
              <RadioGroup
                legend={t('result.occurrence')}
                required
                value={field.value}
                onChange={field.onChange}
                onBlur={field.onBlur}
                error={form.error('checkOccurence')}
                options={occurrences.map((value) => ({ value, label: enums(`checkOccurence.${value}`) }))}
              />
            )}
          />
          {refusal !== null && (
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
          )}
          <div className="grid grid-cols-2 gap-4 sm:grid-cols-3">
            <Controller
              control={form.control}
              name="examinedDay"
              render={({ field }) => (
                <Field
                  className="max-sm:col-span-full"
                  label={occurrence === 'NoShow' ? t('result.attemptDay') : t('result.day')}
                  required
                  error={form.error('examinedDay')}
                >
                  <DatePicker {...field} size="lg" min={mission.incapacityStartDate} max={mission.incapacityEndDate} />
                </Field>
              )}
            />
            <Controller
              control={form.control}
              name="examinedFrom"
              render={({ field }) => (
                <Field label={t('result.from')} required error={form.error('examinedFrom')}>
                  <TimeField {...field} size="lg" />
                </Field>
              )}
            />
            <Controller
              control={form.control}
              name="examinedTo"
              render={({ field }) => (
                <Field label={t('result.to')} required error={form.error('examinedTo')}>
                  <TimeField {...field} size="lg" />
                </Field>
              )}
            />
          </div>
          {times.arrivedAt && <p className="text-xs text-muted">{t('result.reported')}</p>}
          {(far || form.error('timesReason')) && (
            <Field
              label={t('result.timesReason', { moment: format.moment(mission.appointmentStart) })}
              hint={t('result.timesReasonHint')}
              required
              error={form.error('timesReason')}
            >
              <Textarea maxLength={TEXT.reason} rows={2} {...form.register('timesReason')} />
            </Field>
          )}
        </FormStack>
      </Card>
      {asksVerdict(occurrence) && (
        <Card title={t('result.verdict')}>
          <FormStack>
            <Controller
              control={form.control}
              name="verdict"
              render={({ field }) => (
                <RadioGroup
                  legend={t('result.verdictQuestion')}
                  required
                  value={field.value}
                  onChange={field.onChange}
                  onBlur={field.onBlur}
                  error={form.error('verdict')}
                  options={[
                    { value: 'confirmed', label: t('result.confirmed', { date: format.date(mission.incapacityEndDate) }) },
                    { value: 'shortened', label: t('result.shortened') },
                  ]}
                />
              )}
            />
            {verdict === 'shortened' && (
              <Controller
                control={form.control}
                name="newIncapacityEndDate"
                render={({ field }) => (
                  <Field
                    label={t('result.lastDay')}
                    required
                    error={form.error('newIncapacityEndDate')}
                    hint={newEnd ? t('outcome.fitFrom', { date: format.date(fitFrom(newEnd)) }) : undefined}
                  >
                    <DatePicker
                      {...field}
                      size="lg"
                      min={examinedDay ? addDays(examinedDay, -1) : undefined}
                      max={addDays(mission.incapacityEndDate, -1)}
                    />
                  </Field>
                )}
              />
            )}
            <Checkbox label={t('result.disagreement')} hint={t('result.disagreementHint')} {...form.register('workerDisagreement')} />
            {verdict === 'confirmed' && (
              <Checkbox label={t('result.prolongation')} hint={t('result.prolongationHint')} {...form.register('prolongationNeeded')} />
            )}
            {accident && (
              <Controller
                control={form.control}
                name="injuryDifference"
                render={({ field }) => (
                  <RadioGroup
                    legend={t('result.injury')}
                    columns={2}
                    value={field.value}
                    onChange={field.onChange}
                    options={[
                      { value: 'no', label: t('result.injurySame') },
                      { value: 'yes', label: t('result.injuryDifferent') },
                    ]}
                  />
                )}
              />
            )}
            {accident && (
              <Controller
                control={form.control}
                name="checkPlausibility"
                render={({ field }) => (
                  <RadioGroup
                    legend={t('result.plausibility')}
                    columns={3}
                    value={field.value}
                    onChange={field.onChange}
                    onBlur={field.onBlur}
                    error={form.error('checkPlausibility')}
                    options={JUDGED_PLAUSIBILITIES.map((value) => ({ value, label: enums(`checkPlausibility.${value}`) }))}
                  />
                )}
              />
            )}
          </FormStack>
        </Card>
      )}
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
            <Textarea maxLength={TEXT.comment} rows={3} {...form.register('archiveComment')} />
          </Field>
          <Field label={t('result.medicalNote')} hint={t('result.medicalNoteHint')} error={form.error('medicalNote')}>
            <Textarea maxLength={TEXT.comment} rows={3} {...form.register('medicalNote')} />
          </Field>
        </FormStack>
      </Card>
      <MissionFormActions submit={t('result.send')} busy={save.isPending} onBack={onBack} />
    </form>
  );
}
