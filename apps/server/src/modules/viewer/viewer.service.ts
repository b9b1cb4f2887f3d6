import { fieldsOf, type ProtectedField } from '@checkwell/domain/check/fields';
import { AppError } from '@checkwell/domain/errors';
import type { AccessType } from '@checkwell/domain/people/enums';
import { ABILITIES, type Ability, type Actor, abilitiesOf, rolesOf, scopeIn } from '@checkwell/domain/policy';
import { ROLES, type Role } from '@checkwell/domain/roles';
import type { Database } from '../../platform/db/database.ts';
import type { ViewerProfile } from './viewer.repository.ts';
import * as repository from './viewer.repository.ts';

/** Who asks, and what they may do: what the screens are made by. */
export interface Viewer extends ViewerProfile {
  readonly profileId: string;
  /** The role with the most rights; `roles` has all of them. */
  readonly role: Role;
  readonly roles: readonly Role[];
  /** Over at least something. */
  readonly abilities: readonly Ability[];
  /** Protected fields of checks that the viewer sees everywhere. */
  readonly fields: readonly ProtectedField[];
  /** An employer's companies by name; empty for the provider. */
  readonly companies: readonly ViewerCompany[];
  readonly doctorId: string | null;
  readonly demo: boolean;
}

export interface ViewerCompany {
  readonly id: string;
  readonly name: string;
  readonly accesType: AccessType | null;
  /** The superior record that is the viewer in this company. */
  readonly superiorId: string | null;
  /** Over at least something of this company. */
  readonly abilities: readonly Ability[];
  /** Protected fields that the viewer sees of the company's checks. */
  readonly fields: readonly ProtectedField[];
}

export interface ViewerService {
  /** @throws {AppError} `access.unauthenticated` */
  get(actor: Actor): Promise<Viewer>;
}

export interface ViewerDeps {
  readonly db: Database;
  readonly config: { readonly demo: boolean };
}

export function createViewerService({ db, config }: ViewerDeps): ViewerService {
  return {
    async get(actor) {
      if (actor.kind === 'anonymous') throw new AppError('access.unauthenticated');
      if (actor.kind === 'system') throw new AppError('access.forbidden');
      const memberships = actor.kind === 'employer' ? actor.memberships : [];
      const { profile, names } = await db.as(
        actor,
        async (tx) => {
          const [found, companies] = await Promise.all([
            repository.findProfile(tx, actor.profileId),
            memberships.length > 0
              ? repository.findCompanyNames(
                  tx,
                  memberships.map(({ companyId }) => companyId),
                )
              : [],
          ]);
          return { profile: found, names: companies };
        },
        { readonly: true },
      );
      if (!profile) throw new AppError('entity.notFound');
      const roles = ROLES.filter((role) => rolesOf(actor).includes(role));
      return {
        ...profile,
        profileId: actor.profileId,
        role: roles[0] ?? 'anonymous',
        roles,
        abilities: abilitiesOf(actor),
        fields: fieldsOf(actor),
        companies: names.flatMap(({ id, name }) => {
          const membership = memberships.find(({ companyId }) => companyId === id);
          return membership
            ? [
                {
                  id,
                  name,
                  accesType: membership.accesType,
                  superiorId: membership.superiorId,
                  abilities: abilitiesIn(actor, id),
                  fields: fieldsOf(actor, id),
                },
              ]
            : [];
        }),
        doctorId: actor.kind === 'doctor' ? actor.doctorId : null,
        demo: config.demo,
      };
    },
  };
}

const abilitiesIn = (actor: Actor, companyId: string): readonly Ability[] =>
  ABILITIES.filter((ability) => scopeIn(actor, ability, companyId) !== 'none');
