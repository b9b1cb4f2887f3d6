import { loadTranslations, useTranslations } from '../../../lib/i18n/translations.ts';
import { hasUnsent, tidyPhone } from '../../../lib/offline/encrypted-store.ts';
import { session } from '../../../lib/session/session.ts';
import { FORGET, LOCAL, localStore } from '../../../lib/session/storage.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { Dialog } from '../../../ui/overlays/Dialog.tsx';
import { showOverlay, useOverlay } from '../overlay.ts';

/** Longest time to wait before signing out; the next page removes the rest. */
const PATIENCE_MS = 2000;

/** Removes the phone's data at once, because without network no next page can do it. */
async function forgetPhone(): Promise<void> {
  const account = session.account();
  if (account === undefined) return;
  localStore.setItem(LOCAL.phone, `${FORGET}${account}`);
  await Promise.race([tidyPhone(account), new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))]);
}

/** Signs out without regard to unsent actions. The session ends in this browser even when the server cannot be reached. */
const leave = (): void =>
  void forgetPhone()
    .catch(() => undefined)
    .then(() => session.signOut())
    .catch(() => undefined);

/** Asks whether to sign out with unsent actions; without any, signs out at once. */
export async function askFirst(): Promise<void> {
  const account = session.account();
  if (account === undefined || !(await hasUnsent(account).catch(() => false))) return leave();
  // Outside the shell no loader has loaded these translations.
  await loadTranslations('shell');
  showOverlay('unsent');
}

/** Asks before a sign-out that would delete unsent actions of a doctor's phone. */
export function UnsentDialog() {
  const t = useTranslations('shell');
  const stay = () => showOverlay(undefined);
  return (
    <Dialog
      open={useOverlay() === 'unsent'}
      onClose={stay}
      role="alertdialog"
      size="sm"
      title={t('unsent.title')}
      footer={
        <>
          <Button onClick={leave}>{t('unsent.leave')}</Button>
          <Button variant="primary" onClick={stay}>
            {t('unsent.stay')}
          </Button>
        </>
      }
    >
      <p className="text-sm">{t('unsent.text')}</p>
    </Dialog>
  );
}
