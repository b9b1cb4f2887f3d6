import { TEXT } from '@checkwell/domain/constants';
import { oneShotWorkerStep } from '@checkwell/domain/one-shot/rules';
import { useZodForm } from '../../../lib/forms/form.ts';
import { type StepProps, useChanges, useFaults } from '../../../lib/forms/step-form.ts';
import { useWords } from '../../../lib/i18n/words.ts';
import { Field, FormRow } from '../../../ui/controls/Field.tsx';
import { PhoneInput, TextInput } from '../../../ui/controls/TextInput.tsx';
import { StepBody } from '../../../ui/forms/StepBody.tsx';
import { WorkerIdentityFields } from '../../../ui/forms/WorkerIdentityFields.tsx';
import { fieldsOn, type WorkerValues } from './one-shot-draft.ts';

/** First step: who is to be checked, and where and how the worker is reached (specification, section 5). */
export function WorkerStep({ values, faults, onChange, onNext }: StepProps<WorkerValues>) {
  const t = useWords('oneShot', 'order', 'checkFields');
  const form = useZodForm(oneShotWorkerStep, {
    defaultValues: { ...values, workerGender: values.workerGender || undefined, workerLanguage: values.workerLanguage || undefined },
  });
  useChanges(form, (changed) =>
    onChange({ ...changed, workerGender: changed.workerGender ?? '', workerLanguage: changed.workerLanguage ?? '' }),
  );
  useFaults(form, faults, fieldsOn('worker'));
  return (
    <StepBody title={t('steps.worker')} onSubmit={form.handleSubmit(onNext)}>
      <WorkerIdentityFields form={form} />
      <Field label={t('checkFields:workerAddress')} hint={t('order:hint.workerAddress')} required error={form.error('workerAddress')}>
        <TextInput {...form.register('workerAddress')} maxLength={TEXT.address} autoComplete="off" />
      </Field>
      <FormRow>
        <Field label={t('checkFields:workerPhoneNumber')} required error={form.error('workerPhoneNumber')}>
          <PhoneInput {...form.register('workerPhoneNumber')} autoComplete="off" />
        </Field>
        <Field label={t('checkFields:phoneNumber')} hint={t('order:hint.phoneNumber')} optional error={form.error('phoneNumber')}>
          <PhoneInput {...form.register('phoneNumber')} autoComplete="off" />
        </Field>
      </FormRow>
    </StepBody>
  );
}
