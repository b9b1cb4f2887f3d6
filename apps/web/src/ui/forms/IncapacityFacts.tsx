import type { IncapacityType } from '@checkwell/domain/certificate/enums';
import { isDeclaredAccident, isPartialIncapacity } from '@checkwell/domain/check/incapacity-facts';
import type { orderIncapacityStep } from '@checkwell/domain/check/rules';
import { Controller } from 'react-hook-form';
import type * as z from 'zod/mini';
import { partOf, type ZodForm } from '../../lib/forms/form.ts';
import { useTranslations } from '../../lib/i18n/translations.ts';
import { Field, FormRow } from '../controls/Field.tsx';
import { TextInput } from '../controls/TextInput.tsx';
import { FormDatePicker, FormTimeField } from './FormControls.tsx';

type FactValues = Pick<z.input<typeof orderIncapacityStep>, 'accidentDate' | 'accidentTime' | 'incapacityPercentage'>;

interface IncapacityFactsProps<Input extends FactValues, Output> {
  readonly form: ZodForm<Input, Output>;
  readonly type: IncapacityType | undefined;
  readonly startDate: string;
}

/** Fields that only some types of incapacity have: the declared accident, the degree of a partial incapacity. Needs the translations of `order` and `checkFields`. */
export function IncapacityFacts<Input extends FactValues, Output>({ form: whole, type, startDate }: IncapacityFactsProps<Input, Output>) {
  const t = useTranslations('order', 'checkFields');
  if (type === undefined) return null;
  const form: ZodForm<FactValues, unknown> = partOf(whole);
  return (
    <>
      {isDeclaredAccident(type) && (
        <FormRow>
          <FormDatePicker
            form={form}
            name="accidentDate"
            label={t('checkFields:accidentDate')}
            optional
            none={null}
            max={startDate || undefined}
          />
          <FormTimeField form={form} name="accidentTime" label={t('checkFields:accidentTime')} optional none={null} />
        </FormRow>
      )}
      {isPartialIncapacity(type) && (
        <FormRow>
          <Controller
            control={form.control}
            name="incapacityPercentage"
            render={({ field }) => (
              <Field
                label={`${t('checkFields:incapacityPercentage')} (%)`}
                hint={t('hint.incapacityPercentage')}
                required
                error={form.error('incapacityPercentage')}
              >
                <TextInput
                  inputMode="numeric"
                  autoComplete="off"
                  maxLength={3}
                  value={field.value ?? ''}
                  onChange={({ currentTarget: { value } }) => field.onChange(/\d/.test(value) ? Number(value.replace(/\D/g, '')) : null)}
                  onBlur={field.onBlur}
                  ref={field.ref}
                />
              </Field>
            )}
          />
        </FormRow>
      )}
    </>
  );
}
