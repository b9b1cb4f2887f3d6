import type { Protection, SecondStepAdded } from '@checkwell/domain/identity/second-step';
import { useState } from 'react';
import { useTranslations } from '../../lib/i18n/translations.ts';
import { AddPasskeyDialog } from './AddPasskeyDialog.tsx';
import { AddTotpDialog } from './AddTotpDialog.tsx';
import { ConfirmedDialog } from './ConfirmedDialog.tsx';
import { removeMicrosoft, removePasskey, removeTotp, renewRecoveryCodes } from './protection.calls.ts';
import { RecoveryCodesDialog } from './RecoveryCodesDialog.tsx';
import { RenamePasskeyDialog } from './RenamePasskeyDialog.tsx';

/** What is being changed about the account. */
export type OpenDialog =
  | { readonly kind: 'addTotp' | 'addPasskey' | 'renewCodes' | 'removeMicrosoft' }
  | { readonly kind: 'removeTotp'; readonly hasPasskeys: boolean }
  | { readonly kind: 'renamePasskey' | 'removePasskey'; readonly passkey: Protection['passkeys'][number] };

interface ProtectionDialogsProps {
  readonly open: OpenDialog;
  /** Whether changes ask for the password: `asksPassword` of the queries. */
  readonly asksPassword: boolean;
  /** Called when the dialogs are closed, with or without a change. */
  readonly onClose: () => void;
}

/** The dialogs about how the account is protected; recovery codes that were made are shown at the end. */
export function ProtectionDialogs({ open, asksPassword, onClose }: ProtectionDialogsProps) {
  const t = useTranslations('protection');
  const [codes, setCodes] = useState<readonly string[]>();
  const handleAdded = ({ recoveryCodes }: SecondStepAdded): void => (recoveryCodes ? setCodes(recoveryCodes) : onClose());
  if (codes) return <RecoveryCodesDialog codes={codes} onClose={onClose} />;
  const shared = { asksPassword, onClose };
  switch (open.kind) {
    case 'addTotp':
      return <AddTotpDialog {...shared} onAdded={handleAdded} />;
    case 'addPasskey':
      return <AddPasskeyDialog {...shared} onAdded={handleAdded} />;
    case 'renamePasskey':
      return <RenamePasskeyDialog passkey={open.passkey} onClose={onClose} />;
    case 'removeTotp':
      return (
        <ConfirmedDialog
          {...shared}
          title={t('totp.removeTitle')}
          submitLabel={t('totp.remove')}
          success={t('totp.removed')}
          run={removeTotp}
        >
          {t('totp.removeText')}
          {open.hasPasskeys && ` ${t('totp.passkeysStay')}`}
        </ConfirmedDialog>
      );
    case 'removePasskey':
      return (
        <ConfirmedDialog
          {...shared}
          title={t('passkeys.removeTitle', { name: open.passkey.name })}
          submitLabel={t('passkeys.remove')}
          success={t('passkeys.removed')}
          run={(confirmation) => removePasskey(open.passkey.id, confirmation)}
        >
          {t('passkeys.removeText')}
        </ConfirmedDialog>
      );
    case 'renewCodes':
      return (
        <ConfirmedDialog
          {...shared}
          title={t('recovery.renewTitle')}
          submitLabel={t('recovery.renew')}
          run={renewRecoveryCodes}
          onDone={({ recoveryCodes }) => setCodes(recoveryCodes)}
        >
          {t('recovery.renewText')}
        </ConfirmedDialog>
      );
    case 'removeMicrosoft':
      return (
        <ConfirmedDialog
          {...shared}
          title={t('microsoft.removeTitle')}
          submitLabel={t('microsoft.remove')}
          success={t('microsoft.removed')}
          run={removeMicrosoft}
        >
          {t('microsoft.removeText')}
        </ConfirmedDialog>
      );
  }
}
