import { codeRule, type SecondStepAdded, type TotpStarted } from '@checkwell/domain/identity/second-step';
import { useEffect, useState } from 'react';
import { ApiError } from '../../lib/api/api-error.ts';
import { useChange } from '../../lib/api/query.ts';
import { applyServerIssues, useZodForm } from '../../lib/forms/form.ts';
import { useTranslations } from '../../lib/i18n/translations.ts';
import { Field } from '../../ui/controls/Field.tsx';
import { TextInput } from '../../ui/controls/TextInput.tsx';
import { FormDialog } from '../../ui/overlays/FormDialog.tsx';
import { confirmTotp, refreshProtection, startTotp } from './protection.calls.ts';
import { QrCode } from './QrCode.tsx';
import { useConfirmation } from './use-confirmation.tsx';

interface AddDialogProps {
  readonly asksPassword: boolean;
  readonly onClose: () => void;
  /** Called when the app is set up, with recovery codes for the first second step of the account. */
  readonly onAdded: (added: SecondStepAdded) => void;
}

/** Sets an authenticator app up: the password, then the square code and a code of the app. */
export function AddTotpDialog({ asksPassword, onClose, onAdded }: AddDialogProps) {
  const t = useTranslations('protection');
  const [started, setStarted] = useState<TotpStarted>();
  const { form, field, explain } = useConfirmation(asksPassword);
  const start = useChange(startTotp, { onSuccess: setStarted, onError: explain });
  if (started) return <ConfirmTotp started={started} onClose={onClose} onAdded={onAdded} />;
  return (
    <FormDialog
      title={t('totp.addTitle')}
      submitLabel={t('common:continue')}
      busy={start.isPending}
      onSubmit={form.handleSubmit((values) => start.mutate(values))}
      onClose={onClose}
    >
      <p className="text-pretty text-muted">{t('totp.off')}</p>
      {field}
    </FormDialog>
  );
}

function ConfirmTotp({ started, onClose, onAdded }: Omit<AddDialogProps, 'asksPassword'> & { readonly started: TotpStarted }) {
  const t = useTranslations('protection');
  const form = useZodForm(codeRule, { defaultValues: { code: '' }, mode: 'onSubmit' });
  const { setFocus } = form;
  useEffect(() => setFocus('code'), [setFocus]);
  const confirm = useChange(({ code }: { code: string }) => confirmTotp(started.ticket, code), {
    success: t('totp.added'),
    onSuccess: async (added) => {
      await refreshProtection();
      onAdded(added);
    },
    onError: (error) => {
      if (error instanceof ApiError && error.code === 'auth.codeInvalid') {
        form.setError('code', { type: 'server', message: 'errors:auth.codeInvalid' }, { shouldFocus: true });
        return false;
      }
      return !applyServerIssues(form, error);
    },
  });
  return (
    <FormDialog
      title={t('totp.addTitle')}
      submitLabel={t('totp.confirm')}
      busy={confirm.isPending}
      onSubmit={form.handleSubmit((values) => confirm.mutate(values))}
      onClose={onClose}
    >
      <p className="text-pretty text-muted">{t('totp.scan')}</p>
      <div className="flex justify-center">
        <QrCode text={started.address} label={t('totp.qr')} />
      </div>
      <Field label={t('totp.secret')}>
        <TextInput
          value={started.secret.match(/.{1,4}/g)?.join(' ') ?? ''}
          readOnly
          className="font-mono"
          onFocus={(event) => event.currentTarget.select()}
        />
      </Field>
      <Field label={t('totp.code')} required error={form.error('code')}>
        <TextInput {...form.register('code')} inputMode="numeric" autoComplete="one-time-code" className="font-mono" />
      </Field>
    </FormDialog>
  );
}
