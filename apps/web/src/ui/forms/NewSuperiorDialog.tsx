import type { NewSuperior, Superior } from '@checkwell/domain/identity/superior';
import { superiorRule } from '@checkwell/domain/people/rules';
import { http } from '../../lib/api/http.ts';
import { useChange } from '../../lib/api/query.ts';
import { applyServerIssues, useZodForm } from '../../lib/forms/form.ts';
import { useTranslations } from '../../lib/i18n/translations.ts';
import { SUPERIORS_PATH } from '../../lib/records/superiors.ts';
import { FormDialog } from '../overlays/FormDialog.tsx';
import { SuperiorFields } from './SuperiorFields.tsx';

export interface NewSuperiorDialogProps {
  readonly companyId: string;
  readonly onCreated: (superior: Superior) => void;
  readonly onClose: () => void;
}

/** Creates a superior beside a form that needs one (specification, section 7). */
export function NewSuperiorDialog({ companyId, onCreated, onClose }: NewSuperiorDialogProps) {
  const t = useTranslations('settings');
  const form = useZodForm(superiorRule, {
    defaultValues: { email: '', firstName: '', lastName: '', phoneNumber: '', language: '', requestForm: '' },
  });
  const create = useChange((input: NewSuperior) => http.post<Superior>(SUPERIORS_PATH, input), {
    topics: ['superior'],
    success: t('superiors.added'),
    onSuccess: (superior) => {
      onCreated(superior);
      onClose();
    },
    onError: (error) => !applyServerIssues(form, error),
  });
  return (
    <FormDialog
      title={t('common:superior.new')}
      submitLabel={t('superiors.add')}
      busy={create.isPending}
      unsaved={form.formState.isDirty}
      onSubmit={form.handleSubmit((input) => create.mutate({ ...input, companyId }))}
      onClose={onClose}
    >
      <SuperiorFields form={form} />
    </FormDialog>
  );
}
