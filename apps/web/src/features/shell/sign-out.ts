import { session } from '../../lib/session/session.ts';
import { LOCAL, localStore } from '../../lib/session/storage.ts';
import { showOverlay } from './overlay.ts';

/** This browser has let go of the session all the same. */
const ignoreUnreachable = (): void => undefined;

/** Signs out, whatever waits to be sent. */
export const leave = (): void => void session.signOut().catch(ignoreUnreachable);

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
