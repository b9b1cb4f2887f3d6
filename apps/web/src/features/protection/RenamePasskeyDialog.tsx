import { type Protection, passkeyNameRule } from '@checkwell/domain/identity/second-step';
import { useChange } from '../../lib/api/query.ts';
import { applyServerIssues, useZodForm } from '../../lib/forms/form.ts';
import { useTranslations } from '../../lib/i18n/translations.ts';
import { Field } from '../../ui/controls/Field.tsx';
import { TextInput } from '../../ui/controls/TextInput.tsx';
import { FormDialog } from '../../ui/overlays/FormDialog.tsx';
import { refreshProtection, renamePasskey } from './protection.calls.ts';

interface RenamePasskeyDialogProps {
  readonly passkey: Protection['passkeys'][number];
  readonly onClose: () => void;
}

/** Another name for a passkey. */
export function RenamePasskeyDialog({ passkey, onClose }: RenamePasskeyDialogProps) {
  const t = useTranslations('protection');
  const form = useZodForm(passkeyNameRule, { defaultValues: { name: passkey.name } });
  const save = useChange(({ name }: { name: string }) => renamePasskey(passkey.id, name), {
    success: t('common:saved'),
    onSuccess: async () => {
      await refreshProtection();
      onClose();
    },
    onError: (error) => !applyServerIssues(form, error),
  });
  return (
    <FormDialog
      title={t('passkeys.renameTitle')}
      submitLabel={t('common:save')}
      busy={save.isPending}
      unsaved={form.formState.isDirty}
      onSubmit={form.handleSubmit((values) => save.mutate(values))}
      onClose={onClose}
    >
      <Field label={t('passkeys.name')} required hint={t('passkeys.nameHint')} error={form.error('name')}>
        <TextInput {...form.register('name')} autoComplete="off" />
      </Field>
    </FormDialog>
  );
}
