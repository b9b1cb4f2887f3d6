import { AppError } from '@checkwell/domain/errors';
import { type Ability, type Actor, can, type Reach, type Resource, reachOf, roleIn } from '@checkwell/domain/policy';
import { fieldIssue, type ValidationKey } from '@checkwell/domain/validation';
import { isId } from './ids.ts';

/**
 * What every service asks before it does anything. A company that the actor does not belong to answers like one that
 * does not exist (security.md, Z5).
 */

/** A fault that only the database could tell, at the field where the form shows it. */
export const faultAt = (path: string, message: ValidationKey): AppError =>
  new AppError('request.invalid', {}, { issues: [fieldIssue(path, message)] });

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

/** A record of a company; whoever made it stands to it as whoever ordered a check stands to the check. */
type Owned = Resource & { readonly companyId: string; readonly createdByProfileId?: string | null };

/**
 * For one record that was looked up: not found, and found but out of reach, are the same answer; within reach but not
 * allowed is a refusal.
 * @param ability what the actor wants; `read` says whether they may know of the record at all
 */
export function getPermitted<Row extends Owned>(actor: Actor, row: Row | undefined, read: Ability, ability: Ability = read): Row {
  if (actor.kind === 'anonymous') throw new AppError('access.unauthenticated');
  if (!row) throw new AppError('entity.notFound');
  const resource: Resource = row.createdByProfileId === undefined ? row : { ...row, orderedByProfileId: row.createdByProfileId };
  if (!can(actor, read, resource)) throw new AppError('entity.notFound');
  if (!can(actor, ability, resource)) throw new AppError('access.forbidden');
  return row;
}

/** The profile behind an actor; null for the product itself. */
export const profileIdOf = (actor: Actor): string | null => ('profileId' in actor ? actor.profileId : null);
