import { GENDERS, WORKER_LANGUAGES } from '@checkwell/domain/people/enums';
import { useTranslations } from '../../../lib/i18n/translations.ts';
import { Field, FormRow } from '../../../ui/controls/Field.tsx';
import { Select } from '../../../ui/controls/Select.tsx';
import { PhoneInput, TextInput } from '../../../ui/controls/TextInput.tsx';
import type { CertificateFormControls } from './form-types.ts';

/** The worker's own fields, added or changed with the certificate. */
export function WorkerFields({ form, isNew }: { readonly form: CertificateFormControls; readonly isNew: boolean }) {
  const t = useTranslations('certificates', 'employeeFields');
  const enums = useTranslations('enums');
  return (
    <>
      <FormRow>
        <Field label={t('employeeFields:employeeFirstName')} required error={form.error('employee.employeeFirstName')}>
          <TextInput {...form.register('employee.employeeFirstName')} autoComplete="off" />
        </Field>
        <Field label={t('employeeFields:employeeLastName')} required error={form.error('employee.employeeLastName')}>
          <TextInput {...form.register('employee.employeeLastName')} autoComplete="off" />
        </Field>
      </FormRow>
      <Field label={t('employeeFields:employeeAddress')} required error={form.error('employee.employeeAddress')}>
        <TextInput {...form.register('employee.employeeAddress')} autoComplete="off" />
      </Field>
      <FormRow>
        <Field label={t('employeeFields:employeePhoneNumber')} required error={form.error('employee.employeePhoneNumber')}>
          <PhoneInput {...form.register('employee.employeePhoneNumber')} autoComplete="off" />
        </Field>
        <Field label={t('employeeFields:employeeGender')} required error={form.error('employee.employeeGender')}>
          <Select
            {...form.register('employee.employeeGender')}
            placeholder={t('common:select.placeholder')}
            options={GENDERS.map((value) => ({ value, label: enums(`gender.${value}`) }))}
          />
        </Field>
        <Field label={t('employeeFields:employeeLanguage')} required error={form.error('employee.employeeLanguage')}>
          <Select
            {...form.register('employee.employeeLanguage')}
            placeholder={t('common:select.placeholder')}
            options={WORKER_LANGUAGES.map((value) => ({ value, label: enums(`workerLanguage.${value}`) }))}
          />
        </Field>
        <Field label={t('employeeFields:function')} optional error={form.error('employee.function')}>
          <TextInput {...form.register('employee.function')} autoComplete="off" />
        </Field>
        <Field
          label={t('employeeFields:employeeMatricule')}
          optional={isNew}
          hint={isNew && t('hint.employeeMatricule')}
          error={form.error('employee.employeeMatricule')}
        >
          <TextInput {...form.register('employee.employeeMatricule')} autoComplete="off" />
        </Field>
      </FormRow>
    </>
  );
}
