import { isDeclaredAccident } from '@checkwell/domain/check/incapacity-facts';
import { occurenceKey } from '@checkwell/domain/check/result/outcome';
import { allowedOccurrences } from '@checkwell/domain/check/result/result';
import { isFarFromAppointment } from '@checkwell/domain/check/rules';
import { addDays, type CalendarDay } from '@checkwell/domain/clock';
import type { ReactNode } from 'react';
import { useWatch } from 'react-hook-form';
import type { ZodForm } from '../../lib/forms/form.ts';
import { useFormat } from '../../lib/i18n/format.ts';
import { useTranslations } from '../../lib/i18n/translations.ts';
import { Card } from '../../ui/content/Card.tsx';
import { Checkbox } from '../../ui/controls/Checkbox.tsx';
import { Field, FormStack } from '../../ui/controls/Field.tsx';
import { Textarea } from '../../ui/controls/Textarea.tsx';
import { FormDatePicker, FormRadioGroup, FormTimeField } from '../../ui/forms/FormControls.tsx';
import type { ShownMission } from './missions.queries.ts';
import { asksDisagreement, asksVerdict, fitFrom, JUDGED_PLAUSIBILITIES, type ResultForm, typedStart } from './result-form.ts';

interface FindingsCardsProps {
  readonly mission: ShownMission;
  readonly form: ZodForm<ResultForm, unknown>;
  /** Whether the times are those that the doctor tapped. */
  readonly tapped?: boolean;
  /** The reason why an outcome cannot be chosen. */
  readonly besideOutcome?: ReactNode;
  /** Whether times far from the appointment need a reason. */
  readonly asksTimesReason?: boolean;
  /** The only day to choose; absent: any of the incapacity. */
  readonly day?: CalendarDay | undefined;
}

/** Fields for the outcome and the verdict, of a report and of its correction. */
export function FindingsCards({ mission, form, tapped = false, besideOutcome, asksTimesReason = false, day }: FindingsCardsProps) {
  const t = useTranslations('missions', 'checkFields');
  const enums = useTranslations('enums');
  const format = useFormat();
  const occurrences = allowedOccurrences(mission);
  const occurrence = useWatch({ control: form.control, name: 'checkOccurence' });
  const verdict = useWatch({ control: form.control, name: 'verdict' });
  const newEnd = useWatch({ control: form.control, name: 'newIncapacityEndDate' });
  const examinedDay = useWatch({ control: form.control, name: 'examinedDay' });
  const examinedFrom = useWatch({ control: form.control, name: 'examinedFrom' });
  const start = typedStart({ examinedDay, examinedFrom });
  const far = start !== null && isFarFromAppointment(start, mission.appointmentStart);
  const judged = asksVerdict(occurrence);
  const accident = judged && isDeclaredAccident(mission.incapacityType);
  return (
    <>
      <Card title={t('result.what')}>
        <FormStack>
          <FormRadioGroup
            form={form}
            name="checkOccurence"
            legend={t('checkFields:checkOccurence')}
            required
            options={occurrences.map((value) => ({ value, label: enums(occurenceKey(value, mission.checkLocation)) }))}
          />
          {besideOutcome}
          <div className="grid grid-cols-2 gap-4 sm:grid-cols-3">
            <FormDatePicker
              form={form}
              name="examinedDay"
              className="max-sm:col-span-full"
              label={occurrence === 'NoShow' ? t('result.attemptDay') : t('result.day')}
              required
              size="lg"
              min={day ?? mission.incapacityStartDate}
              max={day ?? mission.incapacityEndDate}
            />
            <FormTimeField form={form} name="examinedFrom" label={t('result.from')} required size="lg" />
            <FormTimeField form={form} name="examinedTo" label={t('result.to')} required size="lg" />
          </div>
          {tapped && <p className="text-xs text-muted">{t('result.reported')}</p>}
          {asksTimesReason && (far || form.error('timesReason')) && (
            <Field
              label={t('result.timesReason', { moment: format.moment(mission.appointmentStart) })}
              hint={t('result.timesReasonHint')}
              required
              error={form.error('timesReason')}
            >
              <Textarea rows={2} {...form.register('timesReason')} />
            </Field>
          )}
        </FormStack>
      </Card>
      {asksDisagreement(occurrence) && (
        <Card title={t('result.verdict')}>
          <FormStack>
            {judged && (
              <FormRadioGroup
                form={form}
                name="verdict"
                legend={t('result.verdictQuestion')}
                required
                options={[
                  { value: 'confirmed', label: t('result.confirmed', { date: format.date(mission.incapacityEndDate) }) },
                  { value: 'shortened', label: t('result.shortened') },
                ]}
              />
            )}
            {judged && verdict === 'shortened' && (
              <FormDatePicker
                form={form}
                name="newIncapacityEndDate"
                label={t('result.lastDay')}
                required
                hint={newEnd ? t('outcome.fitFrom', { date: format.date(fitFrom(newEnd)) }) : undefined}
                size="lg"
                min={examinedDay ? addDays(examinedDay, -1) : undefined}
                max={addDays(mission.incapacityEndDate, -1)}
              />
            )}
            <Checkbox label={t('result.disagreement')} hint={t('result.disagreementHint')} {...form.register('workerDisagreement')} />
            {judged && verdict === 'confirmed' && (
              <Checkbox label={t('result.prolongation')} hint={t('result.prolongationHint')} {...form.register('prolongationNeeded')} />
            )}
            {accident && (
              <FormRadioGroup
                form={form}
                name="injuryDifference"
                legend={t('result.injury')}
                columns={2}
                options={[
                  { value: 'no', label: t('result.injurySame') },
                  { value: 'yes', label: t('result.injuryDifferent') },
                ]}
              />
            )}
            {accident && (
              <FormRadioGroup
                form={form}
                name="checkPlausibility"
                legend={t('result.plausibility')}
                columns={3}
                options={JUDGED_PLAUSIBILITIES.map((value) => ({ value, label: enums(`checkPlausibility.${value}`) }))}
              />
            )}
          </FormStack>
        </Card>
      )}
    </>
  );
}
