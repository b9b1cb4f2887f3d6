import { INTERFACE_ADMIN } from '@checkwell/domain/constants';
import type { SuperiorInput } from '@checkwell/domain/people/rules';
import { Controller } from 'react-hook-form';
import { partOf, type ZodForm } from '../../lib/forms/form.ts';
import { languages } from '../../lib/i18n/i18n.ts';
import { useTranslations } from '../../lib/i18n/translations.ts';
import { Checkbox } from '../controls/Checkbox.tsx';
import { Field } from '../controls/Field.tsx';
import { Select } from '../controls/Select.tsx';
import { PersonFields } from './PersonFields.tsx';

/** The values of the form, in which the language may be missing. */
type SuperiorDraft = Omit<SuperiorInput, 'language'> & { language: SuperiorInput['language'] | undefined };

interface SuperiorFieldsProps<Input extends SuperiorDraft, Output> {
  readonly form: ZodForm<Input, Output>;
  /** The language that was saved, perhaps one that is offered no longer. */
  readonly savedLanguage?: SuperiorInput['language'] | undefined;
}

/** The fields of a superior (specification, section 3). The caller has loaded the translations of `settings`. */
export function SuperiorFields<Input extends SuperiorDraft, Output>({ form: whole, savedLanguage }: SuperiorFieldsProps<Input, Output>) {
  const form: ZodForm<SuperiorDraft, unknown> = partOf(whole);
  const t = useTranslations('settings', 'personFields');
  const enums = useTranslations('enums');
  return (
    <>
      <PersonFields form={form} onlyEmail />
      <Field label={t('personFields:language')} required hint={t('superiors.languageHint')} error={form.error('language')}>
        <Select
          {...form.register('language')}
          placeholder={t('common:select.placeholder')}
          options={[...new Set([...languages, ...(savedLanguage ? [savedLanguage] : [])])].map((value) => ({
            value,
            label: enums(`interfaceLanguage.${value}`),
          }))}
        />
      </Field>
      <Controller
        control={form.control}
        name="requestForm"
        render={({ field: { ref, value, onChange, onBlur } }) => (
          <Checkbox
            ref={ref}
            label={t('superiors.interfaceAdmin')}
            hint={t('superiors.interfaceAdminHint')}
            checked={value === INTERFACE_ADMIN}
            onBlur={onBlur}
            onChange={(event) => onChange(event.currentTarget.checked ? INTERFACE_ADMIN : '')}
          />
        )}
      />
    </>
  );
}
