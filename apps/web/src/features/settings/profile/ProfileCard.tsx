import type { Profile } from '@checkwell/domain/identity/profile';
import { type ProfileInput, profileRule } from '@checkwell/domain/people/rules';
import { useEffect } from 'react';
import { useChange } from '../../../lib/api/query.ts';
import { notify } from '../../../lib/browser/toast.ts';
import { applyServerIssues, useZodForm } from '../../../lib/forms/form.ts';
import { phoneInField } from '../../../lib/forms/phone-field.ts';
import { i18n, languages } from '../../../lib/i18n/i18n.ts';
import { useTranslations } from '../../../lib/i18n/translations.ts';
import { chooseLanguage, useLanguageOfSuperior } from '../../../lib/session/profile.ts';
import { Card } from '../../../ui/content/Card.tsx';
import { Button } from '../../../ui/controls/Button.tsx';
import { Field, FormActions, FormRow, FormStack } from '../../../ui/controls/Field.tsx';
import { Select } from '../../../ui/controls/Select.tsx';
import { PhoneInput, TextInput } from '../../../ui/controls/TextInput.tsx';
import { saveProfile } from '../settings.queries.ts';

const valuesOf = ({ firstName, lastName, phoneNumber, language }: Profile): ProfileInput => ({
  firstName,
  lastName,
  phoneNumber: phoneInField(phoneNumber),
  language,
});

/** Names and contact of the viewer. */
export function ProfileCard({ profile }: { readonly profile: Profile }) {
  const t = useTranslations('settings', 'personFields');
  const enums = useTranslations('enums');
  const languageOfSuperior = useLanguageOfSuperior();
  const form = useZodForm(profileRule, { defaultValues: valuesOf(profile) });
  const { reset } = form;
  const { isDirty } = form.formState;
  // A change elsewhere, such as in another tab, updates the form, unless somebody is typing.
  useEffect(() => {
    if (!isDirty) reset(valuesOf(profile));
  }, [profile, isDirty, reset]);
  const save = useChange((changes: ProfileInput) => saveProfile(profile, changes), {
    topics: ['profile', 'user'],
    onSuccess: async (saved) => {
      reset(valuesOf(saved));
      if (!languageOfSuperior) await chooseLanguage(saved.language);
      // In the current language of the screens.
      notify('success', i18n.t('common:saved'));
    },
    onError: (error) => !applyServerIssues(form, error),
  });
  const submit = form.handleSubmit((changes) => save.mutate(changes));
  return (
    <Card title={t('profile.details')}>
      <form noValidate onSubmit={(event) => void submit(event)}>
        <FormStack>
          <Field label={t('personFields:email')} hint={t('profile.userNameHint')}>
            <TextInput value={profile.userName} readOnly className="bg-sunken! text-muted" />
          </Field>
          <FormRow>
            <Field label={t('personFields:firstName')} required error={form.error('firstName')}>
              <TextInput {...form.register('firstName')} autoComplete="given-name" />
            </Field>
            <Field label={t('personFields:lastName')} required error={form.error('lastName')}>
              <TextInput {...form.register('lastName')} autoComplete="family-name" />
            </Field>
          </FormRow>
          <FormRow>
            <Field label={t('personFields:phoneNumber')} required error={form.error('phoneNumber')}>
              <PhoneInput {...form.register('phoneNumber')} autoComplete="tel" />
            </Field>
            <Field
              label={t('personFields:language')}
              required
              hint={
                languageOfSuperior
                  ? t('profile.languageOfSuperior', { language: enums(`interfaceLanguage.${languageOfSuperior}`) })
                  : t('profile.languageHint')
              }
              error={form.error('language')}
            >
              <Select
                {...form.register('language')}
                options={[...new Set([...languages, profile.language])].map((value) => ({
                  value,
                  label: enums(`interfaceLanguage.${value}`),
                }))}
              />
            </Field>
          </FormRow>
          <FormActions>
            <Button type="submit" variant="primary" loading={save.isPending}>
              {t('common:save')}
            </Button>
          </FormActions>
        </FormStack>
      </form>
    </Card>
  );
}
