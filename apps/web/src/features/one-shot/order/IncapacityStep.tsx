import { CHECK_TEXTS } from '@checkwell/domain/check/rules';
import { oneShotIncapacityStep } from '@checkwell/domain/one-shot/rules';
import { useState } from 'react';
import { incapacityDefaults, incapacityDraft } from '../../../lib/forms/check-draft.ts';
import { useZodForm } from '../../../lib/forms/form.ts';
import { type StepProps, useChanges, useFieldErrors } from '../../../lib/forms/step-form.ts';
import { useTranslations } from '../../../lib/i18n/translations.ts';
import { FormStack } from '../../../ui/controls/Field.tsx';
import { CheckFields } from '../../../ui/forms/CheckFields.tsx';
import { CheckTextFields } from '../../../ui/forms/CheckTextFields.tsx';
import { IncapacityFields } from '../../../ui/forms/IncapacityFields.tsx';
import { StepBody } from '../../../ui/forms/StepBody.tsx';
import { fieldsOn, type IncapacityValues } from './one-shot-draft.ts';

interface IncapacityStepProps extends StepProps<IncapacityValues> {
  /** The GSM number of the first step, which some locations need. */
  readonly phoneNumber: string;
}

/** Second step: the incapacity, where and when it should be checked, and what planners and doctor should know. */
export function IncapacityStep({ values, fieldErrors, phoneNumber, onChange, onNext }: IncapacityStepProps) {
  const t = useTranslations('oneShot', 'order');
  const form = useZodForm(oneShotIncapacityStep, {
    defaultValues: incapacityDefaults(values),
  });
  useChanges(form, (changed) => onChange(incapacityDraft(changed)));
  useFieldErrors(form, fieldErrors, fieldsOn('incapacity'));
  // Few people add comments, so their fields are closed unless one is filled in.
  const [commented] = useState(CHECK_TEXTS.some((name) => values[name] !== ''));
  return (
    <StepBody title={t('steps.incapacity')} onSubmit={form.handleSubmit(onNext)}>
      <IncapacityFields form={form} />
      <CheckFields form={form} phoneNumber={phoneNumber} houseHint={t('incapacity.house')} />
      <details open={commented} className="mt-2 rounded-lg border border-line">
        <summary className="cursor-pointer rounded-lg px-3 py-2.5 text-xs font-medium hover:bg-hover">{t('incapacity.comments')}</summary>
        <div className="border-t border-line p-3">
          <FormStack>
            <CheckTextFields form={form} />
          </FormStack>
        </div>
      </details>
    </StepBody>
  );
}
