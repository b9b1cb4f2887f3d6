import { type InterfaceLanguage, TEXT } from '@checkwell/domain/constants';
import { userRule } from '@checkwell/domain/people/rules';
import { Controller } from 'react-hook-form';
import { applyServerIssues, useZodForm } from '../../lib/form.ts';
import { languages } from '../../lib/i18n.ts';
import { useGqlChange } from '../../lib/query.ts';
import { useWords } from '../../lib/words.ts';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { Field, FieldSet, FormRow } from '../../ui/Field.tsx';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { EmailInput, PhoneInput, TextInput } from '../../ui/TextInput.tsx';
import { AccessTypeGroup } from './AccessTypeGroup.tsx';
import { CreateUserDocument, type UserRowFragment } from './settings.gql.ts';

interface AddUserDialogProps {
  readonly companyId: string;
  readonly onClose: () => void;
  readonly onAdded: (user: UserRowFragment) => void;
}

/** Gives somebody a place in the company (specification, section 5, Add user). */
export function AddUserDialog({ companyId, onClose, onAdded }: AddUserDialogProps) {
  const t = useWords('settings');
  const form = useZodForm(userRule, {
    defaultValues: { firstName: '', lastName: '', email: '', phoneNumber: '', accesType: undefined, languages: [] },
  });
  const add = useGqlChange(CreateUserDocument, {
    topics: ['user'],
    success: t('users.added'),
    onSuccess: ({ createUser }) => {
      onAdded(createUser);
      onClose();
    },
    onError: (error) => !applyServerIssues(form, error),
  });
  const submit = form.handleSubmit((input) => add.mutate({ companyId, input }));
  return (
    <FormDialog
      title={t('users.add')}
      submitLabel={t('users.add')}
      busy={add.isPending}
      unsaved={form.formState.isDirty}
      onSubmit={submit}
      onClose={onClose}
    >
      <FormRow>
        <Field label={t('profile.firstName')} required error={form.error('firstName')}>
          <TextInput {...form.register('firstName')} maxLength={TEXT.name} autoComplete="off" />
        </Field>
        <Field label={t('profile.lastName')} required error={form.error('lastName')}>
          <TextInput {...form.register('lastName')} maxLength={TEXT.name} autoComplete="off" />
        </Field>
      </FormRow>
      <FormRow>
        <Field label={t('users.column.email')} required error={form.error('email')}>
          <EmailInput {...form.register('email')} autoComplete="off" />
        </Field>
        <Field label={t('users.column.phoneNumber')} required error={form.error('phoneNumber')}>
          <PhoneInput {...form.register('phoneNumber')} autoComplete="off" />
        </Field>
      </FormRow>
      <Controller
        control={form.control}
        name="accesType"
        render={({ field: { ref, value, onChange, onBlur } }) => (
          <AccessTypeGroup
            ref={ref}
            meaning={(type) => t(`users.meaning.${type}`)}
            value={value}
            onChange={onChange}
            onBlur={onBlur}
            error={form.error('accesType')}
          />
        )}
      />
      <Controller
        control={form.control}
        name="languages"
        render={({ field: { ref, value, onChange, onBlur } }) => (
          <LanguageGroup ref={ref} value={value} onChange={onChange} onBlur={onBlur} error={form.error('languages')} />
        )}
      />
    </FormDialog>
  );
}

interface LanguageGroupProps {
  /** In the order in which they were ticked: the first becomes the language of the user's profile. */
  readonly value: readonly InterfaceLanguage[];
  readonly onChange: (value: readonly InterfaceLanguage[]) => void;
  readonly onBlur: () => void;
  readonly error: string | undefined;
  readonly ref: (element: HTMLInputElement | null) => void;
}

function LanguageGroup({ value, onChange, onBlur, error, ref }: LanguageGroupProps) {
  const t = useWords('settings');
  const enums = useWords('enums');
  const [first] = value;
  return (
    <FieldSet
      legend={t('users.column.languages')}
      required
      error={error}
      hint={
        first !== undefined && value.length > 1
          ? t('users.firstLanguage', { language: enums(`interfaceLanguage.${first}`) })
          : t('users.languagesHint')
      }
    >
      <div className="flex flex-wrap gap-x-6 gap-y-1">
        {languages.map((language, index) => (
          <Checkbox
            key={language}
            ref={index === 0 ? ref : undefined}
            label={enums(`interfaceLanguage.${language}`)}
            checked={value.includes(language)}
            aria-invalid={error ? true : undefined}
            onBlur={onBlur}
            onChange={(event) => onChange(event.currentTarget.checked ? [...value, language] : value.filter((other) => other !== language))}
          />
        ))}
      </div>
    </FieldSet>
  );
}
