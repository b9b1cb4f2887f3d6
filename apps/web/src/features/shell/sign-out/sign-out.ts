import { session } from '../../../lib/session/session.ts';
import { LOCAL, localStore } from '../../../lib/session/storage.ts';

/** This browser lets go of the session, also where the server cannot be reached. */
const leave = (): void => void session.signOut().catch(() => undefined);

/** Signs out; where a doctor's phone keeps what was not sent, that is asked first (docs/decisions/0087). */
export function signOut(): void {
  if (localStore.getItem(LOCAL.phone) === null) leave();
  else void import('./UnsentDialog.tsx').then(({ askFirst }) => askFirst()).catch(leave);
}
