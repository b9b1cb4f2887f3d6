import { passkeyNameRule, type SecondStepAdded } from '@checkwell/domain/identity/second-step';
import { useState } from 'react';
import { useChange } from '../../lib/api/query.ts';
import { notify } from '../../lib/browser/toast.ts';
import { useZodForm } from '../../lib/forms/form.ts';
import { useTranslations } from '../../lib/i18n/translations.ts';
import type { PasskeyRefusal } from '../../lib/session/passkeys.ts';
import { Alert } from '../../ui/content/Alert.tsx';
import { Field } from '../../ui/controls/Field.tsx';
import { TextInput } from '../../ui/controls/TextInput.tsx';
import { FormDialog } from '../../ui/overlays/FormDialog.tsx';
import { addPasskey, type Confirmation, refreshProtection } from './protection.calls.ts';
import { useConfirmation } from './use-confirmation.tsx';

interface AddPasskeyDialogProps {
  readonly asksPassword: boolean;
  readonly onClose: () => void;
  /** Called when the passkey is stored, with recovery codes for the first second step of the account. */
  readonly onAdded: (added: SecondStepAdded) => void;
}

/** Makes a passkey: its name and the password, then the browser's own question. */
export function AddPasskeyDialog({ asksPassword, onClose, onAdded }: AddPasskeyDialogProps) {
  const t = useTranslations('protection', 'auth');
  const [refusal, setRefusal] = useState<PasskeyRefusal>();
  const naming = useZodForm(passkeyNameRule, { defaultValues: { name: '' }, mode: 'onSubmit' });
  const { form, field, explain } = useConfirmation(asksPassword);
  const add = useChange(({ name, ...confirmation }: Confirmation & { name: string }) => addPasskey(name, confirmation), {
    onSuccess: async (added) => {
      if (typeof added === 'string') return setRefusal(added);
      notify('success', t('passkeys.added'));
      await refreshProtection();
      onAdded(added);
    },
    onError: explain,
  });
  const sentence = { cancelled: t('auth:passkey.cancelled'), unsupported: t('auth:passkey.unsupported'), known: t('passkeys.known') };
  return (
    <FormDialog
      title={t('passkeys.addTitle')}
      submitLabel={t('common:continue')}
      busy={add.isPending}
      onSubmit={async (event) => {
        event.preventDefault();
        setRefusal(undefined);
        // Validates both forms, so that all errors show at once.
        const named = await naming.trigger('name', { shouldFocus: true });
        await form.handleSubmit((values) => {
          if (named) add.mutate({ ...values, name: naming.getValues('name').trim() });
        })();
      }}
      onClose={onClose}
    >
      {refusal && (
        <Alert live tone={refusal === 'cancelled' ? 'info' : 'danger'}>
          {sentence[refusal]}
        </Alert>
      )}
      <p className="text-pretty text-muted">{t('passkeys.addText')}</p>
      <Field label={t('passkeys.name')} required hint={t('passkeys.nameHint')} error={naming.error('name')}>
        <TextInput {...naming.register('name')} autoComplete="off" />
      </Field>
      {field}
    </FormDialog>
  );
}
