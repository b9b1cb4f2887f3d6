import type { Superior } from '@checkwell/domain/identity/superior';
import { type SuperiorInput, superiorRule } from '@checkwell/domain/people/rules';
import { http } from '../../../lib/api/http.ts';
import { useChange, useGqlChange } from '../../../lib/api/query.ts';
import { applyServerIssues, useZodForm } from '../../../lib/forms/form.ts';
import { phoneInField } from '../../../lib/forms/phone-field.ts';
import { useTranslations } from '../../../lib/i18n/translations.ts';
import { superiorName, superiorsPath } from '../../../lib/records/superiors.ts';
import { SuperiorFields } from '../../../ui/forms/SuperiorFields.tsx';
import { FormDialog } from '../../../ui/overlays/FormDialog.tsx';
import { type SuperiorRowFragment, UpdateSuperiorDocument } from './superiors.gql.ts';

interface SuperiorDialogProps {
  readonly companyId: string;
  /** null: a new one. Follows the list: after a change by somebody else, saving again takes the newer version. */
  readonly superior: SuperiorRowFragment | null;
  readonly onClose: () => void;
}

/** Adds or changes a superior of the company (specification, section 3). */
export function SuperiorDialog({ companyId, superior, onClose }: SuperiorDialogProps) {
  const t = useTranslations('settings');
  const form = useZodForm(superiorRule, {
    defaultValues: {
      email: superior?.email ?? '',
      firstName: superior?.firstName ?? '',
      lastName: superior?.lastName ?? '',
      phoneNumber: phoneInField(superior?.phoneNumber ?? ''),
      language: superior?.language ?? '',
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
      <SuperiorFields form={form} savedLanguage={superior?.language} />
    </FormDialog>
  );
}
