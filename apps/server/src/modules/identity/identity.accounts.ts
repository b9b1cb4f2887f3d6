import type { Clock } from '@checkwell/domain/clock';
import type { InterfaceLanguage } from '@checkwell/domain/constants';
import { AppError } from '@checkwell/domain/errors';
import type { ProfileKind } from '@checkwell/domain/people/enums';
import { type Database, violates, type WriteTx } from '../../platform/db/database.ts';
import type { Issuer } from '../../platform/identity/issuer.ts';
import { hashPassword } from '../../platform/identity/password-hash.ts';
import { isId, newId } from '../../platform/ids.ts';
import type { IdentityLinks } from './identity.links.ts';
import { IDENTITY, type Principals } from './identity.principal.ts';
import * as repository from './identity.repository.ts';

export interface NewAccount {
  readonly email: string;
  /** A text is hashed; a hash comes from `hashPassword`; null: no sign-in until a password is set. */
  readonly password: string | { readonly hash: string } | null;
  readonly firstName: string;
  readonly lastName: string;
  readonly phoneNumber: string;
  readonly language: InterfaceLanguage;
  readonly kind: ProfileKind;
  readonly companyId: string | null;
  readonly doctorId: string | null;
  /** Accounts that were migrated (specification, section 4). */
  readonly passwordResetRequired?: boolean;
}

/** Accounts of the embedded issuer together with their profiles. */
export interface IdentityAccounts {
  /**
   * Makes an account and its profile; `alsoInTransaction` runs in the transaction of the profile (a user's place in a company),
   * `before` it is written (the doctor whose it is) what comes first.
   * @throws {AppError} `user.duplicateEmail`
   */
  createAccount(
    account: NewAccount,
    alsoInTransaction?: (tx: WriteTx, profileId: string) => Promise<void>,
    before?: (tx: WriteTx) => Promise<void>,
  ): Promise<{ readonly profileId: string; readonly subject: string }>;
  /**
   * Gives an account another e-mail address, in one transaction with the record that it comes from. Its sessions end. Who has signed
   * in before is told at the old address; whoever has not is invited at the new one.
   * @throws {AppError} `user.duplicateEmail`
   */
  changeEmail(profileId: string, email: string, alsoInTransaction: (tx: WriteTx) => Promise<void>): Promise<void>;
  /** Removes a profile, its account and its sessions; tokens stop at once. */
  deleteAccount(profileId: string, alsoInTransaction?: (tx: WriteTx) => Promise<void>): Promise<void>;
  /**
   * Makes the profile that an API token acts as, within the caller's transaction (of the product itself). It has no account:
   * nobody signs in as it. @returns its id
   */
  createProgram(tx: WriteTx, program: Omit<repository.NewProgram, 'profileId' | 'createdAt'>): Promise<string>;
  /** Replaces a password without asking for the old one. Ends all sessions. */
  setPassword(profileId: string, password: string | { readonly hash: string }): Promise<void>;
  endSessions(profileId: string): Promise<void>;
  /** A one-use token of five minutes that opens a session of this profile, for links of our own (`?accessToken=`). */
  mintHandoff(profileId: string): Promise<string>;
}

const HANDOFF_SECONDS = 300;

export interface AccountDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly issuer: Issuer;
  readonly principals: Principals;
  readonly links: IdentityLinks;
}

export function createAccounts({ db, clock, issuer, principals, links }: AccountDeps): IdentityAccounts {
  /** @throws {AppError} for profiles whose accounts another issuer keeps */
  async function getOwnAccount(profileId: string): Promise<repository.AccountProfile> {
    const profile = await getProfile(db, profileId);
    if (profile.issuer !== issuer.accessTokens.issuer) throw new AppError('access.forbidden');
    return profile;
  }

  function hasProfile(subject: string): Promise<boolean> {
    return db.as(IDENTITY, async (tx) => (await repository.findByAccount(tx, issuer.accessTokens.issuer, subject)) !== undefined, {
      readonly: true,
    });
  }

  return {
    async createProgram(tx, program) {
      const profileId = newId();
      await repository.insertProgram(tx, { ...program, profileId, createdAt: clock.now() });
      return profileId;
    },

    async createAccount(account, alsoInTransaction, before) {
      const email = account.email.trim().toLowerCase();
      const passwordHash = await hashOf(account.password);
      const taken = await db.as(IDENTITY, (tx) => repository.isUserNameTaken(tx, email), { readonly: true });
      if (taken) throw new AppError('user.duplicateEmail');
      // An account without profile is what a crash between the two leaves; it is taken over.
      const orphan = await issuer.findSubject(email);
      if (orphan !== undefined && (await hasProfile(orphan))) throw new AppError('user.duplicateEmail');
      const { subject, created } = await issuer.createAccount({
        email,
        passwordHash,
        passwordResetRequired: account.passwordResetRequired ?? false,
      });
      const profileId = newId();
      try {
        await db.as(IDENTITY, async (tx) => {
          const { firstName, lastName, phoneNumber, language, kind, companyId, doctorId } = account;
          await before?.(tx);
          const owner = { issuer: issuer.accessTokens.issuer, subject, createdAt: clock.now() };
          await repository.insertProfile(tx, {
            id: profileId,
            userName: email,
            firstName,
            lastName,
            phoneNumber,
            language,
            kind,
            companyId,
            doctorId,
            ...owner,
          });
          await alsoInTransaction?.(tx, profileId);
        });
      } catch (error) {
        if (created && !(await hasProfile(subject))) await issuer.deleteAccount(subject);
        if (violates(error, 'profiles_userName_key') || violates(error, 'profiles_issuer_subject_key'))
          throw new AppError('user.duplicateEmail');
        throw error;
      }
      return { profileId, subject };
    },

    async changeEmail(profileId, email, alsoInTransaction) {
      const { subject, userName: before, issuer: keptBy } = await getProfile(db, profileId);
      const taken = await db.as(IDENTITY, (tx) => repository.isUserNameTaken(tx, email), { readonly: true });
      if (taken) throw new AppError('user.duplicateEmail');
      // With which address somebody signs in elsewhere is decided there.
      const isOurs = keptBy === issuer.accessTokens.issuer;
      const isUnused = isOurs && (await links.findUnused([profileId])).has(profileId);
      if (isOurs) await issuer.changeEmail(subject, email);
      try {
        await db.as(IDENTITY, async (tx) => {
          await alsoInTransaction(tx);
          // While the profile still has the old address: its reader hears of it there.
          if (isOurs && !isUnused) await links.notifyEmailChanged(tx, profileId);
          await repository.setUserName(tx, profileId, email);
          await repository.raiseSessionVersion(tx, profileId);
          if (isUnused) await links.invite(tx, { profileId, companyId: null });
        });
      } catch (error) {
        if (isOurs) await issuer.changeEmail(subject, before);
        if (violates(error, 'profiles_userName_key')) throw new AppError('user.duplicateEmail');
        throw error;
      }
      principals.forgetProfile(profileId);
    },

    async deleteAccount(profileId, alsoInTransaction) {
      const account = await db.as(IDENTITY, async (tx) => {
        const found = isId(profileId) ? await repository.deleteProfile(tx, profileId) : undefined;
        if (!found) throw new AppError('entity.notFound');
        await alsoInTransaction?.(tx);
        return found;
      });
      principals.forgetProfile(profileId);
      if (account.issuer === issuer.accessTokens.issuer) await issuer.deleteAccount(account.subject);
    },

    async setPassword(profileId, password) {
      const profile = await getOwnAccount(profileId);
      const passwordHash = await hashOf(password);
      if (passwordHash !== null) await issuer.setPassword(profile.subject, passwordHash);
      await principals.endTokens(profileId);
    },

    async endSessions(profileId) {
      const profile = await getProfile(db, profileId);
      await principals.endTokens(profileId);
      if (profile.issuer === issuer.accessTokens.issuer) await issuer.endSessions(profile.subject);
    },

    async mintHandoff(profileId) {
      const { subject } = await getOwnAccount(profileId);
      return issuer.signHandoffToken({ subject, tokenId: newId(), expiresAt: new Date(clock.now().getTime() + HANDOFF_SECONDS * 1000) });
    },
  };
}

/** @throws {AppError} `entity.notFound` */
export async function getProfile(db: Database, profileId: string): Promise<repository.AccountProfile> {
  const profile = isId(profileId) ? await db.as(IDENTITY, (tx) => repository.findById(tx, profileId), { readonly: true }) : undefined;
  if (!profile) throw new AppError('entity.notFound');
  return profile;
}

async function hashOf(password: NewAccount['password']): Promise<string | null> {
  if (password === null) return null;
  return typeof password === 'string' ? hashPassword(password) : password.hash;
}
