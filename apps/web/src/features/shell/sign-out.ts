import { session } from '../../lib/session/session.ts';
import { FORGET, LOCAL, localStore } from '../../lib/session/storage.ts';
import { showOverlay } from './overlay.ts';

/** This browser lets go of the session all the same. */
const ignoreUnreachable = (): void => undefined;

/** Nobody waits longer for a sign-out; what is left then goes with the next page. */
const PATIENCE_MS = 2000;

/** What the phone keeps goes at once: without network there is no next page that could do it. */
async function forgetPhone(): Promise<void> {
  const account = session.account();
  if (account === undefined || localStore.getItem(LOCAL.phone) === null) return;
  localStore.setItem(LOCAL.phone, `${FORGET}${account}`);
  const { tidyPhone } = await import('../../lib/offline/phone.ts');
  await Promise.race([tidyPhone(account), new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))]);
}

/** Signs out, whatever waits to be sent. */
export const leave = (): void =>
  void forgetPhone()
    .catch(ignoreUnreachable)
    .then(() => session.signOut())
    .catch(ignoreUnreachable);

async function askFirst(): Promise<void> {
  const account = session.account();
  if (account !== undefined && localStore.getItem(LOCAL.phone) !== null) {
    const { hasUnsent } = await import('../../lib/offline/phone.ts');
    if (await hasUnsent(account).catch(() => false)) {
      showOverlay('unsent');
      return;
    }
  }
  leave();
}

/** Signs out; where a doctor's phone keeps what was not sent, that is asked first (docs/decisions/0087). */
export const signOut = (): void => void askFirst().catch(leave);
