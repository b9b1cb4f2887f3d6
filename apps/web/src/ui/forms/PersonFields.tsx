import { partOf, type ZodForm } from '../../lib/forms/form.ts';
import { useTranslations } from '../../lib/i18n/translations.ts';
import { Field, FormRow } from '../controls/Field.tsx';
import { EmailInput, PhoneInput, TextInput } from '../controls/TextInput.tsx';

interface PersonValues {
  firstName: string;
  lastName: string;
  email: string;
  phoneNumber: string;
}

interface PersonFieldsProps<Input extends PersonValues, Output> {
  readonly form: ZodForm<Input, Output>;
  /** Only the address must be known: the rest is a help. */
  readonly onlyEmail?: boolean;
}

/** Name, address and telephone of somebody who is added or changed. The page has loaded the translations of `settings`. */
export function PersonFields<Input extends PersonValues, Output>({ form: whole, onlyEmail = false }: PersonFieldsProps<Input, Output>) {
  const t = useTranslations('settings', 'personFields');
  const form: ZodForm<PersonValues, unknown> = partOf(whole);
  const needed = { required: !onlyEmail, optional: onlyEmail };
  return (
    <>
      <FormRow>
        <Field label={t('personFields:firstName')} {...needed} error={form.error('firstName')}>
          <TextInput {...form.register('firstName')} autoComplete="off" />
        </Field>
        <Field label={t('personFields:lastName')} {...needed} error={form.error('lastName')}>
          <TextInput {...form.register('lastName')} autoComplete="off" />
        </Field>
      </FormRow>
      <FormRow>
        <Field label={t('personFields:email')} required error={form.error('email')}>
          <EmailInput {...form.register('email')} autoComplete="off" />
        </Field>
        <Field label={t('personFields:phoneNumber')} {...needed} error={form.error('phoneNumber')}>
          <PhoneInput {...form.register('phoneNumber')} autoComplete="off" />
        </Field>
      </FormRow>
    </>
  );
}
