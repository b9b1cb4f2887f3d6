import { GENDERS, type Gender, WORKER_LANGUAGES, type WorkerLanguage } from '@checkwell/domain/people/enums';
import type { workerRule } from '@checkwell/domain/people/rules';
import type { ReactNode } from 'react';
import type * as z from 'zod/mini';
import { partOf, type ZodForm } from '../../lib/forms/form.ts';
import { useTranslations } from '../../lib/i18n/translations.ts';
import { Field, FormRow } from '../controls/Field.tsx';
import { Select } from '../controls/Select.tsx';
import { TextInput } from '../controls/TextInput.tsx';

type IdentityValues = Pick<z.input<typeof workerRule>, 'workerFirstName' | 'workerLastName'> & {
  /** undefined until chosen. */
  workerGender: Gender | undefined;
  workerLanguage: WorkerLanguage | undefined;
};

interface WorkerIdentityFieldsProps<Input extends IdentityValues, Output> {
  readonly form: ZodForm<Input, Output>;
  /** A further field, beside gender and language. */
  readonly more?: ReactNode;
}

/** Fields for the identity of a worker who is added by hand. Needs the translations of `checkFields` and `enums`. */
export function WorkerIdentityFields<Input extends IdentityValues, Output>({
  form: whole,
  more,
}: WorkerIdentityFieldsProps<Input, Output>) {
  const t = useTranslations('checkFields');
  const enums = useTranslations('enums');
  const form: ZodForm<IdentityValues, unknown> = partOf(whole);
  return (
    <>
      <FormRow>
        <Field label={t('workerFirstName')} required error={form.error('workerFirstName')}>
          <TextInput {...form.register('workerFirstName')} autoComplete="off" autoCapitalize="words" />
        </Field>
        <Field label={t('workerLastName')} required error={form.error('workerLastName')}>
          <TextInput {...form.register('workerLastName')} autoComplete="off" autoCapitalize="words" />
        </Field>
      </FormRow>
      <FormRow columns={more ? 3 : 2}>
        <Field label={t('workerGender')} required error={form.error('workerGender')}>
          <Select
            {...form.register('workerGender')}
            placeholder={t('common:select.placeholder')}
            options={GENDERS.map((value) => ({ value, label: enums(`gender.${value}`) }))}
          />
        </Field>
        <Field label={t('workerLanguage')} required error={form.error('workerLanguage')}>
          <Select
            {...form.register('workerLanguage')}
            placeholder={t('common:select.placeholder')}
            options={WORKER_LANGUAGES.map((value) => ({ value, label: enums(`workerLanguage.${value}`) }))}
          />
        </Field>
        {more}
      </FormRow>
    </>
  );
}
