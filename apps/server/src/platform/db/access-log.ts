import { type Actor, roleIn } from '@checkwell/domain/policy';
import { newId } from '../ids.ts';
import { currentTraceId } from '../trace.ts';
import type { WriteTx } from './database.ts';

/**
 * Logs who saw, exported or changed health data, in the transaction that does it: no entry, no access
 * (security.md, L1; law of 30 July 2018: the people with access are known).
 * @param action what was done, such as `check.read` or `check.cancel`
 * @param subjectType table of the record, such as `checks`
 * @param subjectId null for many at once (an export)
 * @param reason what the actor gave as one
 */
export const logAccess = (
  tx: WriteTx,
  actor: Actor,
  action: string,
  subjectType: string,
  companyId: string | null,
  subjectId: string | null,
  reason: string | null = null,
): Promise<void> => logAccesses(tx, actor, action, subjectType, [{ companyId, subjectId }], reason);

/** The same of several records, one entry each, in one statement. */
export async function logAccesses(
  tx: WriteTx,
  actor: Actor,
  action: string,
  subjectType: string,
  subjects: readonly { readonly companyId: string | null; readonly subjectId: string | null }[],
  reason: string | null = null,
): Promise<void> {
  if (subjects.length === 0) return;
  await tx
    .insertInto('access_log')
    .values(
      subjects.map(({ companyId, subjectId }) => ({
        id: newId(),
        companyId,
        actorRole: roleIn(actor, companyId),
        profileId: 'profileId' in actor ? actor.profileId : null,
        action,
        subjectType,
        subjectId,
        traceId: currentTraceId(),
        reason,
      })),
    )
    .execute();
}
