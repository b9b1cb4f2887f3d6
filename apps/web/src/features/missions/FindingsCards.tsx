import { isDeclaredAccident } from '@checkwell/domain/check/incapacity-facts';
import { occurenceKey } from '@checkwell/domain/check/result/outcome';
import { allowedOccurrences } from '@checkwell/domain/check/result/result';
import { isFarFromAppointment } from '@checkwell/domain/check/rules';
import { addDays, type CalendarDay } from '@checkwell/domain/clock';
import { TEXT } from '@checkwell/domain/constants';
import type { ReactNode } from 'react';
import { Controller, useWatch } from 'react-hook-form';
import type { ZodForm } from '../../lib/forms/form.ts';
import { useFormat } from '../../lib/i18n/format.ts';
import { useWords } from '../../lib/i18n/words.ts';
import { Card } from '../../ui/content/Card.tsx';
import { Checkbox } from '../../ui/controls/Checkbox.tsx';
import { DatePicker } from '../../ui/controls/DatePicker.tsx';
import { Field, FormStack } from '../../ui/controls/Field.tsx';
import { RadioGroup } from '../../ui/controls/RadioGroup.tsx';
import { Textarea } from '../../ui/controls/Textarea.tsx';
import { TimeField } from '../../ui/controls/TimeField.tsx';
import type { ShownMission } from './missions.queries.ts';
import { asksVerdict, fitFrom, JUDGED_PLAUSIBILITIES, type ResultForm, typedStart } from './result-form.ts';

interface FindingsCardsProps {
  readonly mission: ShownMission;
  readonly form: ZodForm<ResultForm, unknown>;
  /** Whether the times are those that the doctor tapped. */
  readonly tapped?: boolean;
  /** Why one outcome is not among those to choose from. */
  readonly besideOutcome?: ReactNode;
  /** Whether times far from the appointment need a reason. */
  readonly asksTimesReason?: boolean;
  /** The only day to choose; absent: any of the incapacity. */
  readonly day?: CalendarDay | undefined;
}

/** What happened, and the verdict: of a report and of its correction. */
export function FindingsCards({ mission, form, tapped = false, besideOutcome, asksTimesReason = false, day }: FindingsCardsProps) {
  const t = useWords('missions');
  const enums = useWords('enums');
  const format = useFormat();
  const occurrences = allowedOccurrences(mission);
  const occurrence = useWatch({ control: form.control, name: 'checkOccurence' });
  const verdict = useWatch({ control: form.control, name: 'verdict' });
  const newEnd = useWatch({ control: form.control, name: 'newIncapacityEndDate' });
  const examinedDay = useWatch({ control: form.control, name: 'examinedDay' });
  const examinedFrom = useWatch({ control: form.control, name: 'examinedFrom' });
  const start = typedStart({ examinedDay, examinedFrom });
  const far = start !== null && isFarFromAppointment(start, mission.appointmentStart);
  const accident = isDeclaredAccident(mission.incapacityType);
  return (
    <>
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
                options={occurrences.map((value) => ({ value, label: enums(occurenceKey(value, mission.checkLocation)) }))}
              />
            )}
          />
          {besideOutcome}
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
                  <DatePicker {...field} size="lg" min={day ?? mission.incapacityStartDate} max={day ?? mission.incapacityEndDate} />
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
          {tapped && <p className="text-xs text-muted">{t('result.reported')}</p>}
          {asksTimesReason && (far || form.error('timesReason')) && (
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
    </>
  );
}
