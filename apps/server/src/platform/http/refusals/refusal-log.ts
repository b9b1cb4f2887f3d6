import type { Clock } from '@checkwell/domain/clock';
import type { Actor } from '@checkwell/domain/policy';
import type { FastifyInstance } from 'fastify';
import { logAccess } from '../../db/access-log.ts';
import type { Database } from '../../db/database.ts';
import type { Log } from '../../log.ts';

/**
 * What one process writes within `everyMs`: the same refusal of the same person once, so many of one person, and so many in all. Nobody fills the disk by asking
 * for what they may not have; how many refusals there were, the metrics tell (`errors_total`).
 */
export const REFUSAL_LOG = { everyMs: 10 * 60_000, ofOne: 10, inAll: 200 } as const;

/** Says which refusals are written down. */
export function createRefusalBound(now: () => number): (profileId: string | null, refusal: string) => boolean {
  let since = now();
  let inAll = 0;
  let written = new Map<string | null, Set<string>>();
  return (profileId, refusal) => {
    if (now() - since >= REFUSAL_LOG.everyMs) [since, inAll, written] = [now(), 0, new Map()];
    const own = written.get(profileId) ?? new Set();
    if (own.has(refusal) || own.size >= REFUSAL_LOG.ofOne || inAll >= REFUSAL_LOG.inAll) return false;
    written.set(profileId, own.add(refusal));
    inAll += 1;
    return true;
  };
}

interface RefusalLogDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * Writes into the access log who was refused what (403), after the answer (security.md, L3). Everything else that is refused is either nobody's (401) or looks
 * like what is not there (404).
 */
export function registerRefusalLog(app: FastifyInstance, { db, clock, log }: RefusalLogDeps): void {
  const isWritten = createRefusalBound(() => clock.now().getTime());
  const writing = new Set<Promise<void>>();
  app.addHook('onResponse', async (request) => {
    if (request.refusals === null) return;
    // Signing in has no actor yet.
    const actor: Actor = (request.actor as Actor | undefined) ?? { kind: 'anonymous' };
    const profileId = 'profileId' in actor ? actor.profileId : null;
    for (const refusal of request.refusals) {
      if (!isWritten(profileId, refusal)) continue;
      const entry = db
        .system('refusals', (tx) => logAccess(tx, actor, 'access.refused', 'requests', null, null, refusal))
        .catch((error: unknown) => log.warn(`A refusal could not be written down: ${error instanceof Error ? error.message : error}`))
        .finally(() => writing.delete(entry));
      writing.add(entry);
    }
  });
  app.addHook('onClose', async () => void (await Promise.all(writing)));
}
