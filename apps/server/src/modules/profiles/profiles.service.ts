import { AppError } from '@checkwell/domain/errors';
import { type Profile, profileUpdateRule, ssoQueryRule } from '@checkwell/domain/identity/profile';
import { type Actor, abilitiesOf } from '@checkwell/domain/policy';
import type { Database } from '../../platform/db/database.ts';
import { compareAndSet, lockRow } from '../../platform/db/locked.ts';
import { parseInput } from '../../platform/input.ts';
import * as repository from './profiles.repository.ts';

/** The caller's profile (specification, sections 3 and 7). */
export interface ProfileService {
  getOwn(actor: Actor): Promise<Profile>;
  /** For users who signed in with Microsoft. @param query `language` of the interface; parsed here */
  getOwnForSso(actor: Actor, query: unknown): Promise<Profile>;
  /** @param input the profile; keys that identify it must be as stored. Parsed here */
  updateOwn(actor: Actor, input: unknown): Promise<Profile>;
}

export function createProfileService({ db }: { db: Database }): ProfileService {
  async function getOwn(actor: Actor): Promise<Profile> {
    const profileId = ownProfileId(actor);
    const profile = await db.as(actor, (tx) => repository.findById(tx, profileId), { readonly: true });
    if (!profile) throw new AppError('entity.notFound');
    return profile;
  }

  return {
    getOwn,

    async getOwnForSso(actor, query) {
      parseInput(ssoQueryRule, query);
      return getOwn(actor);
    },

    async updateOwn(actor, input) {
      const profileId = ownProfileId(actor);
      const { id, userName, companyId, ...changes } = parseInput(profileUpdateRule, input);
      return db.as(actor, async (tx) => {
        const stored = await lockRow(tx, 'profiles', { id: profileId });
        if (!stored?.isOpen) throw new AppError('entity.notFound');
        refuseDifferences(stored, { id, userName, companyId });
        // REST sends no version: the last save counts (specification, section 7).
        await compareAndSet(tx, stored, stored.version, changes);
        const updated = await repository.findById(tx, profileId);
        if (!updated) throw new AppError('entity.notFound');
        return updated;
      });
    },
  };
}

function ownProfileId(actor: Actor): string {
  if (actor.kind === 'anonymous') throw new AppError('access.unauthenticated');
  if (actor.kind === 'system' || !abilitiesOf(actor).includes('profile.self')) throw new AppError('access.forbidden');
  return actor.profileId;
}

/** Who somebody is and where they belong is not theirs to change: the keys may be sent, their values may not differ. */
function refuseDifferences(stored: Profile, sent: { readonly [Key in 'id' | 'userName' | 'companyId']: Profile[Key] | undefined }): void {
  const issues = (['id', 'userName', 'companyId'] as const)
    .filter((key) => sent[key] !== undefined && sent[key] !== stored[key])
    .map((path) => ({ path, message: 'invalidChoice' }));
  if (issues.length > 0) throw new AppError('request.invalid', {}, { issues });
}
