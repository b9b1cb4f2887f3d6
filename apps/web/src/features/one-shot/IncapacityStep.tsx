import { TEXT } from '@checkwell/domain/constants';
import { oneShotIncapacityStep } from '@checkwell/domain/one-shot/rules';
import { incapacityDefaults, incapacityDraft } from '../../lib/check-draft.ts';
import { useZodForm } from '../../lib/form.ts';
import { type StepProps, useChanges, useFaults } from '../../lib/step-form.ts';
import { useWords } from '../../lib/words.ts';
import { CheckFields } from '../../ui/CheckFields.tsx';
import { Field } from '../../ui/Field.tsx';
import { IncapacityFields } from '../../ui/IncapacityFields.tsx';
import { StepBody } from '../../ui/StepBody.tsx';
import { Textarea } from '../../ui/Textarea.tsx';
import { fieldsOn, type IncapacityValues } from './one-shot-draft.ts';

interface IncapacityStepProps extends StepProps<IncapacityValues> {
  /** The GSM number of the first step, which some locations need. */
  readonly phoneNumber: string;
}

/** Second step: the incapacity, where and when it should be checked, and what planners and doctor should know. */
export function IncapacityStep({ values, faults, phoneNumber, onChange, onNext }: IncapacityStepProps) {
  const t = useWords('oneShot', 'order');
  const form = useZodForm(oneShotIncapacityStep, {
    defaultValues: incapacityDefaults(values),
  });
  useChanges(form, (changed) => onChange(incapacityDraft(changed)));
  useFaults(form, faults, fieldsOn('incapacity'));
  return (
    <StepBody title={t('order:incapacity.title')} onSubmit={form.handleSubmit(onNext)}>
      <IncapacityFields form={form} />
      <CheckFields form={form} phoneNumber={phoneNumber} houseHint={t('incapacity.house')} />
      <h3 className="mt-2 text-sm font-semibold">{t('incapacity.comments')}</h3>
      <Field
        label={t('order:field.providerComment')}
        hint={t('order:field.providerCommentHint')}
        optional
        error={form.error('providerComment')}
      >
        <Textarea {...form.register('providerComment')} maxLength={TEXT.comment} showCount />
      </Field>
      <Field label={t('order:field.doctorComment')} hint={t('order:field.doctorCommentHint')} optional error={form.error('doctorComment')}>
        <Textarea {...form.register('doctorComment')} maxLength={TEXT.comment} showCount />
      </Field>
    </StepBody>
  );
}
