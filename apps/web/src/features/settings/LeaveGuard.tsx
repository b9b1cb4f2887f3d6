import { useBlocker } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../ui/Dialog.tsx';

/** Asks before a page with unsaved changes is left; the browser asks by itself before it is closed or loaded again. */
export function LeaveGuard({ when, onLeave }: { readonly when: boolean; readonly onLeave: () => void }) {
  const { t } = useTranslation('common');
  const leaving = useBlocker({
    // An ended session leads to the sign-in without a question; the draft waits in the tab.
    shouldBlockFn: ({ current, next }) => when && next.pathname !== current.pathname && next.pathname !== '/',
    enableBeforeUnload: when,
    withResolver: true,
  });
  return (
    <ConfirmDialog
      open={leaving.status === 'blocked'}
      title={t('leave.title')}
      confirmLabel={t('leave.confirm')}
      cancelLabel={t('leave.stay')}
      onConfirm={() => {
        onLeave();
        leaving.proceed?.();
      }}
      onClose={() => leaving.reset?.()}
    >
      {t('leave.text')}
    </ConfirmDialog>
  );
}
