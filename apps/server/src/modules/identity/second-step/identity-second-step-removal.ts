import type { Clock } from '@checkwell/domain/clock';
import { AppError } from '@checkwell/domain/errors';
import { secondStepRemovalRule } from '@checkwell/domain/identity/second-step';
import { can } from '@checkwell/domain/policy';
import { logAccess } from '../../../platform/db/access-log.ts';
import type { Database, ReadTx } from '../../../platform/db/database.ts';
import { lockRow, updateRow } from '../../../platform/db/locked.ts';
import { reauthorize } from '../../../platform/db/reauthorize.ts';
import type { Issuer } from '../../../platform/identity/issuer.ts';
import type { SecondSteps } from '../../../platform/identity/second-step/second-steps.ts';
import type { Throttle } from '../../../platform/identity/throttle.ts';
import { isId } from '../../../platform/ids.ts';
import { parseInput } from '../../../platform/input.ts';
import type { IdentityLinks } from '../accounts/identity-links.ts';
import * as repository from '../identity.repository.ts';
import { actorOf, type BrowserRequest, IDENTITY, type Principal, type Principals } from '../identity-principal.ts';
import type { CookieJar } from '../sessions/identity-cookies.ts';
import { freshUntil } from '../sessions/identity-fresh-sign-in.ts';

/** Help for users who lost the device and the recovery codes (docs/decisions/0021). */
export interface IdentitySecondStepRemoval {
  /**
   * Removes the second step of another person: all their sessions end, and if they sign in by password, they first choose a new one, by a link
   * to their own mailbox. Logged with its reason; the person is notified.
   * @param profileId of the person @param input reason, and a code of the one who acts; parsed here
   * @throws {AppError} `auth.ownSecondStepMissing`, `auth.proofNeeded`, `auth.signInAgain`, `auth.codeInvalid` for the one who acts;
   *   `user.ownSecondStep` for oneself; `user.secondStepElsewhere` for somebody whose other companies are not the actor's;
   *   `entity.notFound` for a person the actor must not know, and for an account without second step
   */
  removeSecondStepOf(profileId: string, input: unknown, request: BrowserRequest): Promise<void>;
  /** Of these profiles, those whose account has a second step. */
  findProtected(profileIds: readonly string[]): Promise<ReadonlySet<string>>;
}

export interface SecondStepRemovalDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly issuer: Issuer;
  readonly steps: SecondSteps;
  readonly throttle: Throttle;
  readonly jar: CookieJar;
  readonly principals: Principals;
  readonly links: Pick<IdentityLinks, 'notifyProtectionChanged'>;
}

export function createSecondStepRemoval({
  db,
  clock,
  issuer,
  steps,
  throttle,
  jar,
  principals,
  links,
}: SecondStepRemovalDeps): IdentitySecondStepRemoval {
  /** Finds the person whose second step is to be removed. @throws {AppError} as `removeSecondStepOf` */
  async function personOf(tx: ReadTx, actorProfile: repository.AccountProfile, profileId: string): Promise<repository.AccountProfile> {
    const actor = actorOf(actorProfile);
    const person = isId(profileId) ? await repository.findById(tx, profileId) : undefined;
    const allowed = person ? companyIdsOf(person).filter((companyId) => can(actor, 'user.removeSecondStep', { companyId })) : [];
    if (!person || allowed.length === 0 || person.issuer !== issuer.accessTokens.issuer) throw new AppError('entity.notFound');
    if (person.id === actorProfile.id) throw new AppError('user.ownSecondStep');
    if (allowed.length < companyIdsOf(person).length) throw new AppError('user.secondStepElsewhere');
    return person;
  }

  /** The one who acts has taken two steps within the last minutes, or takes the second once more now. */
  async function prove(
    { token, profile, sessionId }: Principal & { sessionId: string },
    code: string | undefined,
    request: BrowserRequest,
  ) {
    const { subject } = token;
    const { totpSince, recoveryCodes, passkeys } = await steps.find(subject);
    if (totpSince === null && passkeys.length === 0) throw new AppError('auth.ownSecondStepMissing');
    if (code !== undefined) {
      const { userName: email } = profile;
      const guess = await throttle.secondStep({ email, ipAddress: request.ip, device: jar.readDevice(request.headers.cookie, email) });
      const method = await steps.spendCode(subject, code);
      if (!method) throw new AppError('auth.codeInvalid');
      await guess.succeeded();
      if (method === 'recovery') await db.as(IDENTITY, (tx) => links.notifyProtectionChanged(tx, profile.id, 'recoveryUsed'));
      return;
    }
    const session = await issuer.findSessionStatus(sessionId, subject);
    if (session?.secondStep && (await freshUntil({ issuer, clock }, { subject, sessionId }))) return;
    throw new AppError(totpSince === null && recoveryCodes === 0 ? 'auth.signInAgain' : 'auth.proofNeeded');
  }

  return {
    async removeSecondStepOf(profileId, input, request) {
      const owner = await principals.getSignedIn(request);
      await db.as(IDENTITY, (tx) => personOf(tx, owner.profile, profileId), { readonly: true });
      const { reason, code } = parseInput(secondStepRemovalRule, input);
      await prove(owner, code, request);
      await db.as(IDENTITY, async (tx) => {
        const actor = actorOf(owner.profile);
        const seen = await personOf(tx, owner.profile, profileId);
        for (const companyId of companyIdsOf(seen)) await reauthorize(tx, actor, 'user.removeSecondStep', companyId);
        // Nobody gives the person another membership meanwhile, nor ends one.
        const profile = await lockRow(tx, 'profiles', { id: seen.id }, 'removal');
        const person = await personOf(tx, owner.profile, profileId);
        if (!profile || companyIdsOf(person).join() !== companyIdsOf(seen).join()) throw new AppError('entity.changedMeanwhile');
        if (!(await issuer.inTransaction.removeSecondSteps(tx, person.subject))) throw new AppError('entity.notFound');
        await updateRow(tx, profile, { sessionVersion: profile.sessionVersion + 1 });
        await logAccess(tx, actor, 'auth.secondStepRemovedFor', 'profiles', person.memberships[0]?.companyId ?? null, person.id, reason);
        await links.notifyProtectionChanged(tx, person.id, 'secondStepRemoved');
      });
      principals.forgetProfile(profileId);
    },

    async findProtected(profileIds) {
      if (profileIds.length === 0) return new Set();
      const accounts = await db.as(IDENTITY, (tx) => repository.findSubjects(tx, issuer.accessTokens.issuer, profileIds), {
        readonly: true,
      });
      const found = new Set(await steps.findProtected(accounts.map(({ subject }) => subject)));
      return new Set(accounts.filter(({ subject }) => found.has(subject)).map(({ id }) => id));
    },
  };
}

/** Companies of an employer; of the provider's people: none. */
const companyIdsOf = ({ kind, memberships }: repository.AccountProfile): readonly (string | null)[] =>
  kind === 'employer' ? memberships.map(({ companyId }) => companyId) : [null];
