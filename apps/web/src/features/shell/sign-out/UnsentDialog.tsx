import { loadTranslations, useTranslations } from '../../../lib/i18n/translations.ts';
import { hasUnsent, tidyPhone } from '../../../lib/offline/encrypted-store.ts';
import { session } from '../../../lib/session/session.ts';
import { FORGET, LOCAL, localStore } from '../../../lib/session/storage.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { Dialog } from '../../../ui/overlays/Dialog.tsx';
import { showOverlay, useOverlay } from '../overlay.ts';

/** Nobody waits longer for a sign-out; what is left then goes with the next page. */
const PATIENCE_MS = 2000;

/** What the phone keeps goes at once: without network there is no next page that could do it. */
async function forgetPhone(): Promise<void> {
  const account = session.account();
  if (account === undefined) return;
  localStore.setItem(LOCAL.phone, `${FORGET}${account}`);
  await Promise.race([tidyPhone(account), new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))]);
}

/** Signs out, whatever waits to be sent. This browser lets go of the session, also where the server cannot be reached. */
const leave = (): void =>
  void forgetPhone()
    .catch(() => undefined)
    .then(() => session.signOut())
    .catch(() => undefined);

/** Asks whether to leave what this phone has not sent; where there is nothing, leaves at once. */
export async function askFirst(): Promise<void> {
  const account = session.account();
  if (account === undefined || !(await hasUnsent(account).catch(() => false))) return leave();
  // Outside the shell nothing else has loaded them.
  await loadTranslations('shell');
  showOverlay('unsent');
}

/** A sign-out takes along what a doctor's phone has not sent: that is asked first. */
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
