import { AppError } from '@checkwell/domain/errors';
import { type Ability, type Actor, can } from '@checkwell/domain/policy';
import type { WriteTx } from './database.ts';
import { lockRow } from './locked.ts';

/**
 * Authorizes once more, in the transaction of the write: by the membership as it is, which is locked, so that nobody changes it before the
 * transaction ends. For writes that outlive their author (accounts, memberships, tokens, decisions about people): a request was let in up to
 * two seconds ago, and an administrator who is being removed must leave nothing behind.
 * @param companyId null: a right of the provider's own people, of no company
 * @throws {AppError} `access.forbidden` for actors who no longer may
 */
export async function reauthorize(tx: WriteTx, actor: Actor, ability: Ability, companyId: string | null): Promise<void> {
  if (actor.kind === 'system') return;
  if (actor.kind === 'anonymous') throw new AppError('access.unauthenticated');
  if (actor.kind === 'employer') {
    // Only open profiles have memberships (migration 0041), so the membership is the only row to check.
    const membership =
      companyId === null ? undefined : await lockRow(tx, 'company_users', { companyId, profileId: actor.profileId }, 'share');
    if (!membership || !can({ ...actor, memberships: [membership] }, ability, { companyId })) throw new AppError('access.forbidden');
    return;
  }
  const profile = await lockRow(tx, 'profiles', { id: actor.profileId }, 'share');
  if (!profile || profile.disabledAt !== null || !can(actor, ability, { companyId })) throw new AppError('access.forbidden');
}
