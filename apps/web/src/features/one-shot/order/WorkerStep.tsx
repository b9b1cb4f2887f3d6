import { oneShotWorkerStep } from '@checkwell/domain/one-shot/rules';
import { useZodForm } from '../../../lib/forms/form.ts';
import { type StepProps, useChanges, useFieldErrors } from '../../../lib/forms/step-form.ts';
import { useTranslations } from '../../../lib/i18n/translations.ts';
import { StepBody } from '../../../ui/forms/StepBody.tsx';
import { WorkerContactFields } from '../../../ui/forms/WorkerContactFields.tsx';
import { WorkerIdentityFields } from '../../../ui/forms/WorkerIdentityFields.tsx';
import { fieldsOn, type WorkerValues } from './one-shot-draft.ts';

/** First step: who is to be checked, and where and how the worker is reached (specification, section 5). */
export function WorkerStep({ values, fieldErrors, onChange, onNext }: StepProps<WorkerValues>) {
  const t = useTranslations('oneShot');
  const form = useZodForm(oneShotWorkerStep, {
    defaultValues: { ...values, workerGender: values.workerGender || undefined, workerLanguage: values.workerLanguage || undefined },
  });
  useChanges(form, (changed) =>
    onChange({ ...changed, workerGender: changed.workerGender ?? '', workerLanguage: changed.workerLanguage ?? '' }),
  );
  useFieldErrors(form, fieldErrors, fieldsOn('worker'));
  return (
    <StepBody title={t('steps.worker')} onSubmit={form.handleSubmit(onNext)}>
      <WorkerIdentityFields form={form} />
      <WorkerContactFields form={form} />
    </StepBody>
  );
}
