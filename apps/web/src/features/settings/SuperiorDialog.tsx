import { INTERFACE_ADMIN } from '@checkwell/domain/constants';
import type { Superior } from '@checkwell/domain/identity/superior';
import { type SuperiorInput, superiorRule } from '@checkwell/domain/people/rules';
import { Controller } from 'react-hook-form';
import { applyServerIssues, useZodForm } from '../../lib/form.ts';
import { http } from '../../lib/http.ts';
import { languages } from '../../lib/i18n.ts';
import { phoneInField } from '../../lib/phone-field.ts';
import { useChange, useGqlChange } from '../../lib/query.ts';
import { superiorName, superiorsPath } from '../../lib/superiors.ts';
import { useWords } from '../../lib/words.ts';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { Field } from '../../ui/Field.tsx';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { PersonFields } from '../../ui/PersonFields.tsx';
import { Select } from '../../ui/Select.tsx';
import { type SuperiorRowFragment, UpdateSuperiorDocument } from './superiors.gql.ts';

interface SuperiorDialogProps {
  readonly companyId: string;
  /** null: a new one. Follows the list: after a change by somebody else, saving again takes the newer version. */
  readonly superior: SuperiorRowFragment | null;
  readonly onClose: () => void;
}

/** Adds or changes a superior of the company (specification, section 3). */
export function SuperiorDialog({ companyId, superior, onClose }: SuperiorDialogProps) {
  const t = useWords('settings');
  const enums = useWords('enums');
  const form = useZodForm(superiorRule, {
    defaultValues: {
      email: superior?.email ?? '',
      firstName: superior?.firstName ?? '',
      lastName: superior?.lastName ?? '',
      phoneNumber: phoneInField(superior?.phoneNumber ?? ''),
      language: superior?.language,
      requestForm: superior?.requestForm ?? '',
    },
  });
  const settings = {
    topics: ['superior'] as const,
    success: t(superior ? 'common:saved' : 'superiors.added'),
    onSuccess: onClose,
    onError: (error: Error) => !applyServerIssues(form, error),
  };
  const create = useChange((input: SuperiorInput) => http.post<Superior>(superiorsPath(companyId), input), settings);
  const update = useGqlChange(UpdateSuperiorDocument, settings);
  const submit = form.handleSubmit((input) =>
    superior ? update.mutate({ companyId, id: superior.id, version: superior.version, input }) : create.mutate(input),
  );
  return (
    <FormDialog
      title={superior ? t('superiors.editTitle', { name: superiorName(superior) }) : t('superiors.add')}
      submitLabel={t(superior ? 'common:save' : 'superiors.add')}
      busy={create.isPending || update.isPending}
      unsaved={form.formState.isDirty}
      onSubmit={submit}
      onClose={onClose}
    >
      <PersonFields form={form} onlyEmail />
      <Field label={t('superiors.language')} required hint={t('superiors.languageHint')} error={form.error('language')}>
        <Select
          {...form.register('language')}
          placeholder={t('common:select.placeholder')}
          options={[...new Set([...languages, ...(superior ? [superior.language] : [])])].map((value) => ({
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
    </FormDialog>
  );
}
