import type { oneShotWorkerStep } from '@checkwell/domain/one-shot/rules';
import type * as z from 'zod/mini';
import { partOf, type ZodForm } from '../../lib/forms/form.ts';
import { useTranslations } from '../../lib/i18n/translations.ts';
import { Field, FormRow } from '../controls/Field.tsx';
import { PhoneInput, TextInput } from '../controls/TextInput.tsx';

type ContactValues = Pick<z.input<typeof oneShotWorkerStep>, 'workerAddress' | 'workerPhoneNumber' | 'phoneNumber'>;

/** Where the worker of an order stays, and how they are reached. Needs the translations of `order` and `checkFields`. */
export function WorkerContactFields<Input extends ContactValues, Output>({ form: whole }: { readonly form: ZodForm<Input, Output> }) {
  const t = useTranslations('order', 'checkFields');
  const form: ZodForm<ContactValues, unknown> = partOf(whole);
  return (
    <>
      <Field label={t('checkFields:workerAddress')} hint={t('hint.workerAddress')} required error={form.error('workerAddress')}>
        <TextInput {...form.register('workerAddress')} autoComplete="off" />
      </Field>
      <FormRow>
        <Field label={t('checkFields:workerPhoneNumber')} required error={form.error('workerPhoneNumber')}>
          <PhoneInput {...form.register('workerPhoneNumber')} autoComplete="off" />
        </Field>
        <Field label={t('checkFields:phoneNumber')} hint={t('hint.phoneNumber')} optional error={form.error('phoneNumber')}>
          <PhoneInput {...form.register('phoneNumber')} autoComplete="off" />
        </Field>
      </FormRow>
    </>
  );
}
