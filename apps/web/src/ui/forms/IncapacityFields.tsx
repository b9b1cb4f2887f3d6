import { CERTIFICATE_TYPES, INCAPACITY_TYPES, type IncapacityType } from '@checkwell/domain/certificate/enums';
import { NOT_CHECKABLE_TYPES } from '@checkwell/domain/certificate/rules';
import type { orderIncapacityStep } from '@checkwell/domain/check/rules';
import { lengthInDays } from '@checkwell/domain/clock';
import type { ReactNode } from 'react';
import { Controller, useWatch } from 'react-hook-form';
import type * as z from 'zod/mini';
import { partOf, type ZodForm } from '../../lib/forms/form.ts';
import { useTranslations } from '../../lib/i18n/translations.ts';
import { Field, FormRow } from '../controls/Field.tsx';
import { RadioGroup } from '../controls/RadioGroup.tsx';
import { Select } from '../controls/Select.tsx';
import { FormDatePicker } from './FormControls.tsx';
import { IncapacityFacts } from './IncapacityFacts.tsx';

type IncapacityInput = Pick<
  z.input<typeof orderIncapacityStep>,
  | 'startDate'
  | 'endDate'
  | 'incapacityType'
  | 'certificateType'
  | 'authorizedExit'
  | 'accidentDate'
  | 'accidentTime'
  | 'incapacityPercentage'
>;

interface IncapacityFieldsProps<Input extends IncapacityInput, Output> {
  readonly form: ZodForm<Input, Output>;
  /** Marks under fields that were filled in from a document. */
  readonly marks?: { readonly [Name in 'startDate' | 'endDate' | 'authorizedExit' | 'incapacityType' | 'certificateType']?: ReactNode };
}

/** The incapacity that an order is about. Needs the translations of `order`, `checkFields` and `enums`. */
export function IncapacityFields<Input extends IncapacityInput, Output>({ form: whole, marks = {} }: IncapacityFieldsProps<Input, Output>) {
  const t = useTranslations('order', 'checkFields');
  const enums = useTranslations('enums');
  const form: ZodForm<IncapacityInput, unknown> = partOf(whole);
  const [startDate = '', endDate = '', incapacityType] = useWatch({
    control: form.control,
    name: ['startDate', 'endDate', 'incapacityType'],
  });
  const days = startDate && endDate >= startDate ? t('common:unit.days', { count: lengthInDays(startDate, endDate) }) : undefined;
  const whyNot = notCheckable(incapacityType);
  return (
    <>
      <FormRow>
        <FormDatePicker form={form} name="startDate" label={t('checkFields:startDate')} required hint={marks.startDate} />
        <FormDatePicker
          form={form}
          name="endDate"
          label={t('checkFields:endDate')}
          required
          hint={
            marks.endDate ? (
              <>
                {days && <p>{days}</p>}
                {marks.endDate}
              </>
            ) : (
              days
            )
          }
          min={startDate || undefined}
        />
      </FormRow>
      <FormRow>
        <Field
          label={t('checkFields:incapacityType')}
          required
          hint={marks.incapacityType}
          error={whyNot ? enums(`notCheckable.${whyNot}`) : form.error('incapacityType')}
        >
          <Select
            {...form.register('incapacityType')}
            placeholder={t('common:select.placeholder')}
            options={INCAPACITY_TYPES.map((value) => ({ value, label: enums(`incapacityType.${value}`) }))}
          />
        </Field>
        <Field label={t('checkFields:certificateType')} required hint={marks.certificateType} error={form.error('certificateType')}>
          <Select
            {...form.register('certificateType')}
            placeholder={t('common:select.placeholder')}
            options={CERTIFICATE_TYPES.map((value) => ({ value, label: enums(`certifType.${value}`) }))}
          />
        </Field>
      </FormRow>
      <IncapacityFacts form={form} type={incapacityType} startDate={startDate} />
      <Controller
        control={form.control}
        name="authorizedExit"
        render={({ field }) => (
          <RadioGroup
            // A question, unlike the label of the field on pages and in documents.
            legend={t('exit.question')}
            hint={marks.authorizedExit}
            name="authorizedExit"
            columns={2}
            required
            value={field.value === undefined ? '' : field.value ? 'yes' : 'no'}
            onChange={(answer) => field.onChange(answer === 'yes')}
            onBlur={field.onBlur}
            error={form.error('authorizedExit')}
            options={[
              { value: 'yes', label: t('exit.yes') },
              { value: 'no', label: t('exit.no') },
            ]}
          />
        )}
      />
    </>
  );
}

/** Why no control doctor may judge this type of incapacity; undefined when one may. */
function notCheckable(type: IncapacityType | undefined) {
  return type !== undefined && type in NOT_CHECKABLE_TYPES ? NOT_CHECKABLE_TYPES[type as keyof typeof NOT_CHECKABLE_TYPES] : undefined;
}
