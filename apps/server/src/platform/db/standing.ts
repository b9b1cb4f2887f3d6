import { AppError } from '@checkwell/domain/errors';
import { type Ability, type Actor, can } from '@checkwell/domain/policy';
import type { WriteTx } from './database.ts';
import { lockRow } from './locked.ts';

/**
 * Asks once more whether the actor may do this, of their place as it is, which nobody changes before this transaction ends. For writes
 * that outlive their author (accounts, places, tokens, decisions about people): a request was let in up to two seconds ago, and an
 * administrator who is being removed must leave nothing behind.
 * @param companyId null: a right of the provider's own people, of no company
 * @throws {AppError} `access.forbidden` for actors who no longer may
 */
export async function permitNow(tx: WriteTx, actor: Actor, ability: Ability, companyId: string | null): Promise<void> {
  if (actor.kind === 'system') return;
  if (actor.kind === 'anonymous') throw new AppError('access.unauthenticated');
  if (actor.kind === 'employer') {
    // A place is an open profile's (migration 0041), so the place is all there is to ask about.
    const place = companyId === null ? undefined : await lockRow(tx, 'company_users', { companyId, profileId: actor.profileId }, 'share');
    if (!place || !can({ ...actor, memberships: [place] }, ability, { companyId })) throw new AppError('access.forbidden');
    return;
  }
  const profile = await lockRow(tx, 'profiles', { id: actor.profileId }, 'share');
  if (!profile || profile.disabledAt !== null || !can(actor, ability, { companyId })) throw new AppError('access.forbidden');
}
