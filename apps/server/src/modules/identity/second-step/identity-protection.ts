import type { Clock } from '@checkwell/domain/clock';
import { AppError } from '@checkwell/domain/errors';
import {
  confirmedRule,
  type PasskeyOptions,
  type Protection,
  passkeyAddRule,
  passkeyNameRule,
  type SecondStepAdded,
  type TotpStarted,
  totpConfirmRule,
} from '@checkwell/domain/identity/second-step';
import { logAccess } from '../../../platform/db/access-log.ts';
import type { Database } from '../../../platform/db/database.ts';
import type { Issuer } from '../../../platform/identity/issuer.ts';
import * as microsoft from '../../../platform/identity/microsoft/microsoft.repository.ts';
import type { Passkeys } from '../../../platform/identity/second-step/passkeys.ts';
import type { SecondSteps } from '../../../platform/identity/second-step/second-steps.ts';
import type { Throttle } from '../../../platform/identity/throttle.ts';
import { isId } from '../../../platform/ids.ts';
import { parseInput } from '../../../platform/input.ts';
import type { ProtectionChange } from '../accounts/identity.mails.ts';
import type { IdentityLinks } from '../accounts/identity-links.ts';
import { actorOf, type BrowserRequest, IDENTITY, type Principals, type RequestHead } from '../identity-principal.ts';
import type { CookieJar } from '../sessions/identity-cookies.ts';
import { freshUntil } from '../sessions/identity-fresh-sign-in.ts';

/**
 * How the signed-in user's account is protected: second steps and links (docs/decisions/0018). Each change needs the
 * password, or a sign-in of the last minutes. All of them: @throws {AppError} `auth.invalidCredentials`,
 * `auth.signInAgain`, `auth.tooManyAttempts`, and `auth.secondStepRequired` for a session that has not taken the account's second step.
 */
export interface IdentityProtection {
  readProtection(request: RequestHead): Promise<Protection>;
  startTotp(input: unknown, request: BrowserRequest): Promise<TotpStarted>;
  /** Every other session ends. @throws {AppError} `auth.codeInvalid`, `auth.secondStepExpired` */
  confirmTotp(input: unknown, request: BrowserRequest): Promise<SecondStepAdded>;
  /** @throws {AppError} `auth.secondStepKept` for the last one of somebody who must have one */
  removeTotp(input: unknown, request: BrowserRequest): Promise<void>;
  /** What the browser makes a passkey from. @throws {AppError} `auth.passkeyTooMany` */
  addPasskeyOptions(input: unknown, request: BrowserRequest): Promise<PasskeyOptions>;
  /** Every other session ends. The password was confirmed for the challenge. @throws {AppError} `auth.passkeyInvalid` */
  addPasskey(input: unknown, request: BrowserRequest): Promise<SecondStepAdded>;
  renamePasskey(id: string, input: unknown, request: BrowserRequest): Promise<void>;
  /** @throws {AppError} as `removeTotp` */
  removePasskey(id: string, input: unknown, request: BrowserRequest): Promise<void>;
  /** New recovery codes; the old ones open nothing any more. */
  renewRecoveryCodes(input: unknown, request: BrowserRequest): Promise<{ readonly recoveryCodes: string[] }>;
  /** @throws {AppError} `auth.lastWayIn` for an account without password */
  unlinkMicrosoft(input: unknown, request: BrowserRequest): Promise<void>;
}

type Owner = Awaited<ReturnType<Principals['getOwner']>>;

export interface ProtectionDeps {
  readonly db: Database;
  readonly pool: ReturnType<Database['authPool']>;
  readonly clock: Clock;
  readonly issuer: Issuer;
  readonly steps: SecondSteps;
  readonly passkeys: Passkeys;
  readonly throttle: Throttle;
  readonly jar: CookieJar;
  readonly principals: Principals;
  readonly links: Pick<IdentityLinks, 'notifyProtectionChanged'>;
  readonly microsoftOffered: boolean;
}

export function createProtection(deps: ProtectionDeps): IdentityProtection {
  const { db, pool, clock, issuer, steps, passkeys, throttle, jar, principals, links, microsoftOffered } = deps;

  /** The user who sets something up: also while the second step that everyone must have is missing, but not past one that is there. */
  async function ownerOf(request: RequestHead): Promise<Owner & { readonly subject: string }> {
    const owner = await principals.getOwner(request);
    const { subject } = owner.token;
    if (owner.secondStepMissing) {
      const { totpSince, passkeys: keys } = await steps.find(subject);
      if (totpSince !== null || keys.length > 0) throw new AppError('auth.secondStepRequired');
    }
    return { ...owner, subject };
  }

  /** The same, after a new confirmation that it is the owner. */
  async function confirmed(input: unknown, request: BrowserRequest): Promise<Owner & { readonly subject: string }> {
    const owner = await ownerOf(request);
    const { password } = parseInput(confirmedRule, input ?? {});
    const { subject, sessionId, profile } = owner;
    if (password === undefined && (await freshUntil({ issuer, clock }, { subject, sessionId }))) return owner;
    if (await issuer.hasPassword(subject)) {
      const device = jar.readDevice(request.headers.cookie, profile.userName);
      const ticket = await throttle.signIn({ email: profile.userName, ipAddress: request.ip, device });
      if (password === undefined || !(await issuer.verifyPassword(subject, password))) throw new AppError('auth.invalidCredentials');
      await ticket.succeeded();
      return owner;
    }
    throw new AppError('auth.signInAgain');
  }

  /** Writes a change down, and tells the owner by mail. */
  async function changed({ profile }: Owner, change: ProtectionChange): Promise<void> {
    // Other sessions may have ended with it, and this one counts for more.
    principals.forgetProfile(profile.id);
    await db.as(IDENTITY, async (tx) => {
      await logAccess(tx, actorOf(profile), `auth.${change}`, 'profiles', null, profile.id);
      await links.notifyProtectionChanged(tx, profile.id, change);
    });
  }

  return {
    async readProtection(request) {
      const owner = await principals.getOwner(request);
      const { subject } = owner.token;
      const { totpSince, recoveryCodes, passkeys: keys } = await steps.find(subject);
      const microsoftSince = await microsoft.findLinkSince(pool, subject);
      return {
        required: owner.secondStepRequired,
        missing: owner.secondStepMissing,
        hasPassword: await issuer.hasPassword(subject),
        freshUntil: (await freshUntil({ issuer, clock }, { subject, sessionId: owner.sessionId }))?.toISOString() ?? null,
        totpSince: totpSince?.toISOString() ?? null,
        recoveryCodesLeft: recoveryCodes,
        passkeys: keys.map(({ id, name, createdAt, lastUsedAt }) => ({
          id,
          name,
          createdAt: createdAt.toISOString(),
          lastUsedAt: lastUsedAt?.toISOString() ?? null,
        })),
        microsoftOffered,
        microsoftSince: microsoftSince?.toISOString() ?? null,
      };
    },

    async startTotp(input, request) {
      const owner = await confirmed(input, request);
      return steps.startTotp(owner, owner.profile.userName);
    },

    async confirmTotp(input, request) {
      const owner = await ownerOf(request);
      const { ticket, code } = parseInput(totpConfirmRule, input);
      const added = await steps.confirmTotp(owner, ticket, code);
      await changed(owner, 'totpAdded');
      return added;
    },

    async removeTotp(input, request) {
      const owner = await confirmed(input, request);
      await steps.remove(owner.subject, null, owner.secondStepRequired);
      await changed(owner, 'totpRemoved');
    },

    async addPasskeyOptions(input, request) {
      const { subject, profile } = await confirmed(input, request);
      return passkeys.addOptions(subject, profile.userName);
    },

    async addPasskey(input, request) {
      const owner = await ownerOf(request);
      const { name, response } = parseInput(passkeyAddRule, input);
      const added = await steps.addPasskey(owner, name, await passkeys.verifyAdded(owner.subject, response));
      await changed(owner, 'passkeyAdded');
      return added;
    },

    async renamePasskey(id, input, request) {
      const { subject } = await ownerOf(request);
      const { name } = parseInput(passkeyNameRule, input);
      if (!isId(id)) throw new AppError('entity.notFound');
      await steps.renamePasskey(subject, id, name);
    },

    async removePasskey(id, input, request) {
      const owner = await confirmed(input, request);
      if (!isId(id)) throw new AppError('entity.notFound');
      await steps.remove(owner.subject, id, owner.secondStepRequired);
      await changed(owner, 'passkeyRemoved');
    },

    async renewRecoveryCodes(input, request) {
      const owner = await confirmed(input, request);
      const recoveryCodes = await steps.renewRecoveryCodes(owner.subject);
      await changed(owner, 'recoveryRenewed');
      return { recoveryCodes };
    },

    async unlinkMicrosoft(input, request) {
      const owner = await confirmed(input, request);
      if (!(await issuer.hasPassword(owner.subject))) throw new AppError('auth.lastWayIn');
      if (!(await microsoft.deleteLinks(pool, owner.subject, owner.sessionId))) throw new AppError('entity.notFound');
      await changed(owner, 'microsoftRemoved');
    },
  };
}
