import type { CalendarDay } from '@checkwell/domain/clock';
import { availabilityLimits } from '@checkwell/domain/law/availability';
import { AVAILABILITY_BASES, type WorkRulesInput } from '@checkwell/domain/people/work-rules';
import { useWatch } from 'react-hook-form';
import type { ZodForm } from '../../../lib/forms/form.ts';
import { numberOf } from '../../../lib/forms/numbers.ts';
import { useTranslations } from '../../../lib/i18n/translations.ts';
import { Checkbox } from '../../../ui/controls/Checkbox.tsx';
import { Field, FieldSet, FormRow } from '../../../ui/controls/Field.tsx';
import { Select } from '../../../ui/controls/Select.tsx';
import { TextInput } from '../../../ui/controls/TextInput.tsx';
import { FormTimeField } from '../../../ui/forms/FormControls.tsx';
import { LawLink } from '../../../ui/law/LawLink.tsx';
import { EMPTY_DUTY, NO_DUTY } from '../company/company-values.ts';

interface AvailabilityFieldsProps {
  readonly form: ZodForm<WorkRulesInput, WorkRulesInput>;
  /** The day for which the law is shown. */
  readonly day: CalendarDay;
}

/** The hours in which workers on sick leave stay at home for a control doctor: none, or all four fields. */
export function AvailabilityFields({ form, day }: AvailabilityFieldsProps) {
  const t = useTranslations('settings');
  const enums = useTranslations('enums');
  const limits = availabilityLimits(day);
  const [days, from, to, basis] = useWatch({
    control: form.control,
    name: ['availabilityDays', 'availabilityFrom', 'availabilityTo', 'availabilityBasis'],
  });
  const hasDuty = [days, from, to, basis].some((value) => value !== null);
  const handleDuty = (wanted: boolean) => {
    for (const [field, value] of Object.entries(wanted ? EMPTY_DUTY : NO_DUTY)) {
      form.setValue(field as keyof typeof NO_DUTY, value, { shouldDirty: true });
    }
    form.clearErrors(['availabilityDays', 'availabilityFrom', 'availabilityTo', 'availabilityBasis']);
  };
  return (
    <FieldSet legend={t('workRules.availability')}>
      <Checkbox
        label={t('workRules.availabilityDuty')}
        hint={
          limits && (
            <>
              {t('workRules.availabilityHint', { ...limits.value })}
              <LawLink source={limits.source} className="block w-fit" />
            </>
          )
        }
        checked={hasDuty}
        onChange={(event) => handleDuty(event.currentTarget.checked)}
      />
      {hasDuty && (
        <div className="flex flex-col gap-4 pt-1 pl-6">
          <FormRow>
            <Field label={t('workRules.availabilityDays')} required error={form.error('availabilityDays')}>
              <TextInput
                {...form.register('availabilityDays', { setValueAs: numberOf })}
                inputMode="numeric"
                autoComplete="off"
                suffix={t('workRules.availabilityDaysUnit')}
              />
            </Field>
            <Field label={t('workRules.availabilityBasis')} required error={form.error('availabilityBasis')}>
              <Select
                {...form.register('availabilityBasis')}
                placeholder={t('common:select.placeholder')}
                options={AVAILABILITY_BASES.map((value) => ({ value, label: enums(`availabilityBasis.${value}`) }))}
              />
            </Field>
          </FormRow>
          <FormRow>
            {(['availabilityFrom', 'availabilityTo'] as const).map((name) => (
              <FormTimeField key={name} form={form} name={name} label={t(`workRules.${name}`)} required />
            ))}
          </FormRow>
        </div>
      )}
    </FieldSet>
  );
}
