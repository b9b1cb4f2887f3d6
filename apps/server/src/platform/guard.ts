import { AppError } from '@checkwell/domain/errors';
import { type Ability, type Actor, can, type Reach, type Resource, reachOf, roleIn } from '@checkwell/domain/policy';
import { fieldIssue, type ValidationKey } from '@checkwell/domain/validation';
import { isId } from './ids.ts';

/**
 * The permission checks that every service makes first. A company to which the actor does not belong looks like one that
 * does not exist (security.md, Z5).
 */

/** An error that only the database can find, at the field where the form shows it. */
export const fieldErrorAt = (path: string, message: ValidationKey): AppError =>
  new AppError('request.invalid', {}, { issues: [fieldIssue(path, message)] });

/**
 * The rows of a list that the actor may read. `companyId` filters: a foreign company leaves no rows, like an unknown one.
 * @throws {AppError} when the actor has the ability in no company
 */
export function reachable(actor: Actor, ability: Ability, companyId?: string | null): Reach {
  if (actor.kind === 'anonymous') throw new AppError('access.unauthenticated');
  if (reachOf(actor, ability).kind === 'none') throw new AppError('access.forbidden');
  return reachOf(actor, ability, companyId);
}

/** @throws {AppError} unless the actor may do this to the resource; `entity.notFound` when its company is a foreign one */
export function permit(actor: Actor, ability: Ability, resource: Resource & { readonly companyId: string }): void {
  if (actor.kind === 'anonymous') throw new AppError('access.unauthenticated');
  if (!isId(resource.companyId)) throw new AppError('entity.notFound');
  if (can(actor, ability, resource)) return;
  throw new AppError(roleIn(actor, resource.companyId) === 'anonymous' ? 'entity.notFound' : 'access.forbidden');
}

/** A record of a company; its creator has the same rights as the person who ordered a check. */
type Owned = Resource & { readonly companyId: string; readonly createdByProfileId?: string | null };

/**
 * Checks a record that was looked up. A missing record and one that the actor may not read give the same error,
 * `entity.notFound`; a readable record without the ability gives `access.forbidden`.
 * @param read the ability without which the actor may not know that the record exists
 * @param ability what the actor wants to do
 */
export function getPermitted<Row extends Owned>(actor: Actor, row: Row | undefined, read: Ability, ability: Ability = read): Row {
  if (actor.kind === 'anonymous') throw new AppError('access.unauthenticated');
  if (!row) throw new AppError('entity.notFound');
  const resource: Resource = row.createdByProfileId === undefined ? row : { ...row, orderedByProfileId: row.createdByProfileId };
  if (!can(actor, read, resource)) throw new AppError('entity.notFound');
  if (!can(actor, ability, resource)) throw new AppError('access.forbidden');
  return row;
}

/** The profile of an actor; null for visitors and for the system. */
export const profileIdOf = (actor: Actor): string | null => ('profileId' in actor ? actor.profileId : null);
