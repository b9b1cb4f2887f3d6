import { useGqlChange } from '../../lib/api/query.ts';
import { notify } from '../../lib/browser/toast.ts';
import { useTranslations } from '../../lib/i18n/translations.ts';
import { ConfirmDialog } from '../../ui/overlays/Dialog.tsx';
import { SendAgainDocument } from './mailbox.gql.ts';

interface SendAgainDialogProps {
  readonly ids: readonly string[];
  readonly open: boolean;
  readonly onClose: () => void;
  readonly onSent?: () => void;
}

/** Asks before messages are sent again, and reports how many were sent and how many had changed meanwhile. */
export function SendAgainDialog({ ids, open, onClose, onSent }: SendAgainDialogProps) {
  const t = useTranslations('mailbox');
  const count = ids.length;
  const { mutateAsync } = useGqlChange(SendAgainDocument, {
    topics: ['message'],
    // The dialog shows the failure and stays open.
    onError: () => false,
    onSuccess: ({ sendAgain: { sent, skipped } }) => {
      if (sent > 0) notify('success', t('again.sent', { count: sent }));
      if (skipped > 0) notify('warning', t('again.skipped', { count: skipped }));
      onSent?.();
    },
  });
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      onConfirm={() => mutateAsync({ ids })}
      title={t('again.title', { count })}
      confirmLabel={t('again.action')}
    >
      <p className="text-sm">{t('again.text')}</p>
    </ConfirmDialog>
  );
}
