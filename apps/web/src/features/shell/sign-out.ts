import { session } from '../../lib/session/session.ts';

/** This browser has let go of the session all the same. */
const ignoreUnreachable = (): void => undefined;

export const signOut = (): void => void session.signOut().catch(ignoreUnreachable);
