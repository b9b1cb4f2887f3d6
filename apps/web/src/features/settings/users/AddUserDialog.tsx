import type { InterfaceLanguage } from '@checkwell/domain/constants';
import { userRule } from '@checkwell/domain/people/rules';
import { Controller } from 'react-hook-form';
import { useGqlChange } from '../../../lib/api/query.ts';
import { applyServerIssues, useZodForm } from '../../../lib/forms/form.ts';
import { languages } from '../../../lib/i18n/i18n.ts';
import { useTranslations } from '../../../lib/i18n/translations.ts';
import { CheckboxGroup } from '../../../ui/controls/CheckboxGroup.tsx';
import { FormRadioGroup } from '../../../ui/forms/FormControls.tsx';
import { PersonFields } from '../../../ui/forms/PersonFields.tsx';
import { FormDialog } from '../../../ui/overlays/FormDialog.tsx';
import { CreateUserDocument, type UserRowFragment } from '../settings.gql.ts';
import { useAccessTypes } from './use-access-types.ts';

interface AddUserDialogProps {
  readonly companyId: string;
  readonly onClose: () => void;
  readonly onAdded: (user: UserRowFragment) => void;
}

/** Adds a user to the company (specification, section 5, Add user). */
export function AddUserDialog({ companyId, onClose, onAdded }: AddUserDialogProps) {
  const t = useTranslations('settings', 'personFields');
  const enums = useTranslations('enums');
  const accessTypes = useAccessTypes((type) => t(`users.meaning.${type}`));
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
      <PersonFields form={form} />
      <FormRadioGroup form={form} name="accesType" {...accessTypes} />
      <Controller
        control={form.control}
        name="languages"
        render={({ field: { ref, value, onChange, onBlur } }) => (
          <CheckboxGroup<InterfaceLanguage>
            ref={ref}
            legend={t('personFields:languages')}
            hint={
              value[0] !== undefined && value.length > 1
                ? t('users.firstLanguage', { language: enums(`interfaceLanguage.${value[0]}`) })
                : t('users.languagesHint')
            }
            error={form.error('languages')}
            options={languages.map((language) => ({ value: language, label: enums(`interfaceLanguage.${language}`) }))}
            value={value}
            onChange={onChange}
            onBlur={onBlur}
          />
        )}
      />
    </FormDialog>
  );
}
