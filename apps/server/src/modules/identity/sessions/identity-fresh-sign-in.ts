import type { Clock } from '@checkwell/domain/clock';
import { FRESH_SIGN_IN_MS } from '@checkwell/domain/identity/sign-in';
import type { Issuer } from '../../../platform/identity/issuer.ts';

/** A session of the embedded issuer. */
interface OpenSession {
  readonly subject: string;
  readonly sessionId: string;
}

/**
 * Until when a session counts as a proof of its own, because its owner has just signed in (`FRESH_SIGN_IN_MS`); null when it does not.
 * A session that a link of the product opened never does: following a link proves nothing.
 */
export async function freshUntil(
  { issuer, clock }: { readonly issuer: Pick<Issuer, 'listSessions'>; readonly clock: Clock },
  { subject, sessionId }: OpenSession,
): Promise<Date | null> {
  const session = (await issuer.listSessions(subject)).find(({ id }) => id === sessionId);
  if (!session || session.provider === 'handoff') return null;
  const until = new Date(session.createdAt.getTime() + FRESH_SIGN_IN_MS);
  return clock.now() <= until ? until : null;
}
