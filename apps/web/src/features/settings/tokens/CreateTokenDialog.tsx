import { API_TOKEN_DAYS, apiTokenRule } from '@checkwell/domain/identity/api-token';
import { useGqlChange } from '../../../lib/api/query.ts';
import { applyServerIssues, useZodForm } from '../../../lib/forms/form.ts';
import { useTranslations } from '../../../lib/i18n/translations.ts';
import { Alert } from '../../../ui/content/Alert.tsx';
import { Button } from '../../../ui/controls/Button.tsx';
import { CopyField } from '../../../ui/controls/CopyField.tsx';
import { Field, FormStack } from '../../../ui/controls/Field.tsx';
import { Select } from '../../../ui/controls/Select.tsx';
import { TextInput } from '../../../ui/controls/TextInput.tsx';
import { FormRadioGroup } from '../../../ui/forms/FormControls.tsx';
import { Dialog } from '../../../ui/overlays/Dialog.tsx';
import { FormDialog } from '../../../ui/overlays/FormDialog.tsx';
import { useAccessTypes } from '../users/use-access-types.ts';
import { CreateApiTokenDocument } from './tokens.gql.ts';

/** Creates an API token and shows it once, because the server keeps only its hash. */
export function CreateTokenDialog({ companyId, onClose }: { readonly companyId: string; readonly onClose: () => void }) {
  const t = useTranslations('settings');
  const accessTypes = useAccessTypes((type) => t(`tokens.meaning.${type}`));
  const form = useZodForm(apiTokenRule, { defaultValues: { name: '', accesType: undefined, expiresInDays: 90 } });
  const create = useGqlChange(CreateApiTokenDocument, {
    topics: ['user'],
    onError: (error) => !applyServerIssues(form, error),
  });
  if (create.data) return <ShownOnce token={create.data.createApiToken.token} onClose={onClose} />;
  const submit = form.handleSubmit((input) => create.mutate({ companyId, input }));
  return (
    <FormDialog
      title={t('tokens.create')}
      submitLabel={t('tokens.create')}
      busy={create.isPending}
      unsaved={form.formState.isDirty}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field label={t('tokens.column.name')} required hint={t('tokens.nameHint')} error={form.error('name')}>
        <TextInput {...form.register('name')} autoComplete="off" />
      </Field>
      <FormRadioGroup form={form} name="accesType" {...accessTypes} />
      <Field label={t('tokens.expires')} required error={form.error('expiresInDays')}>
        <Select
          {...form.register('expiresInDays', { setValueAs: Number })}
          options={API_TOKEN_DAYS.map((days) => ({ value: String(days), label: t('tokens.expiresIn', { days }) }))}
        />
      </Field>
    </FormDialog>
  );
}

function ShownOnce({ token, onClose }: { readonly token: string; readonly onClose: () => void }) {
  const t = useTranslations('settings');
  return (
    <Dialog
      open
      onClose={onClose}
      dismissable={false}
      title={t('tokens.createdTitle')}
      footer={
        <Button variant="primary" onClick={onClose}>
          {t('tokens.done')}
        </Button>
      }
    >
      <FormStack>
        <Alert tone="warning" live>
          {t('tokens.createdText')}
        </Alert>
        <CopyField label={t('tokens.token')} value={token} />
      </FormStack>
    </Dialog>
  );
}
