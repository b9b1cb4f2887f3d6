import { session } from '../../../lib/session/session.ts';
import { LOCAL, localStore } from '../../../lib/session/storage.ts';

/** Ends the session in this browser, even when the server cannot be reached. */
const leave = (): void => void session.signOut().catch(() => undefined);

/** Signs out, after a question if a doctor's phone has unsent actions (docs/decisions/0087). */
export function signOut(): void {
  if (localStore.getItem(LOCAL.phone) === null) leave();
  else void import('./UnsentDialog.tsx').then(({ askFirst }) => askFirst()).catch(leave);
}
