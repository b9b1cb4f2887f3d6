import { AppError } from '@checkwell/domain/errors';
import { type Ability, type Actor, can, type Reach, type Resource, reachOf, roleIn } from '@checkwell/domain/policy';
import { isId } from './ids.ts';

/**
 * What every service asks before it does anything. A company that the actor does not belong to answers like one that
 * does not exist (security.md, Z5).
 */

/** A fault that only the database could tell, at the field where the form shows it. */
export const faultAt = (path: string, message: string): AppError => new AppError('request.invalid', {}, { issues: [{ path, message }] });

/**
 * The rows of a list that the actor reaches. Naming a company narrows: a foreign one leaves nothing, like an unknown one.
 * @throws {AppError} when the actor has the ability nowhere
 */
export function reachable(actor: Actor, ability: Ability, companyId?: string | null): Reach {
  if (actor.kind === 'anonymous') throw new AppError('access.unauthenticated');
  if (reachOf(actor, ability).kind === 'none') throw new AppError('access.forbidden');
  return reachOf(actor, ability, companyId);
}

/** @throws {AppError} unless the actor may do this to the resource; its company, if foreign, is unknown */
export function permit(actor: Actor, ability: Ability, resource: Resource & { readonly companyId: string }): void {
  if (actor.kind === 'anonymous') throw new AppError('access.unauthenticated');
  if (!isId(resource.companyId)) throw new AppError('entity.notFound');
  if (can(actor, ability, resource)) return;
  throw new AppError(roleIn(actor, resource.companyId) === 'anonymous' ? 'entity.notFound' : 'access.forbidden');
}

/**
 * For one record that was looked up: not found, and found but out of reach, are the same answer; within reach but not
 * allowed is a refusal.
 * @param ability what the actor wants; `read` says whether they may know of the record at all
 */
export function getPermitted<Row extends Resource & { readonly companyId: string }>(actor: Actor, row: Row | undefined, read: Ability, ability: Ability): Row {
  if (actor.kind === 'anonymous') throw new AppError('access.unauthenticated');
  if (!row || !can(actor, read, row)) throw new AppError('entity.notFound');
  if (!can(actor, ability, row)) throw new AppError('access.forbidden');
  return row;
}

/** The profile behind an actor; null for the product itself. */
export const profileIdOf = (actor: Actor): string | null => ('profileId' in actor ? actor.profileId : null);
