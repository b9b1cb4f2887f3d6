import type { Clock } from '@checkwell/domain/clock';
import type { InterfaceLanguage } from '@checkwell/domain/constants';
import { AppError } from '@checkwell/domain/errors';
import type { ProfileKind } from '@checkwell/domain/people/enums';
import { type Database, mapViolations, type WriteTx } from '../../../platform/db/database.ts';
import { type Locked, updateRow } from '../../../platform/db/locked.ts';
import type { Issuer } from '../../../platform/identity/issuer.ts';
import { hashPassword } from '../../../platform/identity/password-hash.ts';
import { isId, newId } from '../../../platform/ids.ts';
import * as repository from '../identity.repository.ts';
import { IDENTITY, type Principals } from '../identity-principal.ts';
import type { IdentityLinks } from './identity-links.ts';

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

/** An account whose password is hashed already, so that a transaction can write it. */
export type PreparedAccount = Omit<NewAccount, 'password'> & { readonly password: { readonly hash: string } | null };

/** A person who is to become a user of a company. */
export type NewEmployer = Pick<NewAccount, 'email' | 'firstName' | 'lastName' | 'phoneNumber' | 'language' | 'passwordResetRequired'> & {
  readonly companyId: string;
};
export type EmployerAccount = { readonly known: Locked<'profiles'>; readonly profileId: string } | (MadeAccount & { readonly known: null });

/** What follows for a person who lost a membership: `moved` to another company of theirs, or `closed` with the last one. */
export type MembershipEnd = 'moved' | 'closed';

/**
 * Accounts of the embedded issuer together with their profiles. What is written here is one transaction with the record that it comes
 * from; afterwards the caller tells `Identity.forget`.
 */
export interface IdentityAccounts {
  /**
   * Makes an account and its profile; `alsoInTransaction` runs in the transaction of the profile (a user's membership of a company).
   * @throws {AppError} `user.duplicateEmail`
   */
  createAccount(account: NewAccount, alsoInTransaction?: (tx: WriteTx, profileId: string) => Promise<void>): Promise<MadeAccount>;
  /** The same within the caller's transaction, of an actor who may write profiles; it cannot go on after an error. */
  addAccount(tx: WriteTx, account: PreparedAccount): Promise<MadeAccount>;
  /**
   * The open profile with this e-mail address, locked; without one, a new account of an employer, who chooses a password by an invitation.
   * @param person `email` in lower case
   */
  findOrAddEmployer(tx: WriteTx, person: NewEmployer): Promise<EmployerAccount>;
  /**
   * Gives an account another e-mail address. Its sessions end. A person who has signed in before is told at the old address; one who has not
   * is invited at the new one. The transaction cannot go on after an error.
   * @throws {AppError} `user.duplicateEmail`
   */
  changeEmail(tx: WriteTx, profile: Locked<'profiles'>, email: string): Promise<void>;
  /**
   * Ends a membership of a company. With the last one the account is closed, from that moment for everything that it opens, and its
   * address is free for another account; what the person did stays under their name.
   * @param tx of the product itself: nobody else sees all memberships of somebody
   * @throws {AppError} `entity.notFound` for a person without a membership there
   */
  endMembership(tx: WriteTx, profile: Locked<'profiles'>, companyId: string): Promise<MembershipEnd>;
  /** Ends the sessions of an account and refuses its tokens. */
  endSessionsOf(tx: WriteTx, profile: Locked<'profiles'>): Promise<void>;
  /** Whether nobody can sign in to the account yet; it stays so until the transaction ends. */
  isUnused(tx: WriteTx, profile: Locked<'profiles'>): Promise<boolean>;
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

export interface MadeAccount {
  readonly profileId: string;
  readonly subject: string;
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
  const accounts = issuer.inTransaction;
  const isOurs = (profile: { readonly issuer: string }): boolean => profile.issuer === issuer.accessTokens.issuer;

  /** @throws {AppError} for profiles whose accounts another issuer keeps */
  async function getOwnAccount(profileId: string): Promise<repository.AccountProfile> {
    const profile = await getProfile(db, profileId);
    if (!isOurs(profile)) throw new AppError('access.forbidden');
    return profile;
  }

  async function addAccount(tx: WriteTx, { password, passwordResetRequired = false, ...account }: PreparedAccount): Promise<MadeAccount> {
    const email = account.email.trim().toLowerCase();
    // An account without an open profile is what the writing of both in two transactions could once leave: nobody's.
    const orphan = await accounts.findSubject(tx, email);
    if (orphan !== undefined) {
      if ((await repository.findByAccount(tx, issuer.accessTokens.issuer, orphan))?.isOpen) throw new AppError('user.duplicateEmail');
      await accounts.deleteAccount(tx, orphan);
    }
    const subject = await accounts
      .createAccount(tx, { email, passwordHash: password?.hash ?? null, passwordResetRequired })
      .catch(asFieldError);
    const { firstName, lastName, phoneNumber, language, kind, companyId, doctorId } = account;
    const profileId = newId();
    await repository
      .insertProfile(tx, {
        id: profileId,
        userName: email,
        firstName,
        lastName,
        phoneNumber,
        language,
        kind,
        companyId,
        doctorId,
        issuer: issuer.accessTokens.issuer,
        subject,
        createdAt: clock.now(),
      })
      .catch(asFieldError);
    return { profileId, subject };
  }

  async function endSessionsOf(tx: WriteTx, profile: Locked<'profiles'>): Promise<void> {
    await updateRow(tx, profile, { sessionVersion: profile.sessionVersion + 1 });
    if (isOurs(profile)) await accounts.endSessions(tx, profile.subject);
  }

  return {
    async createProgram(tx, program) {
      const profileId = newId();
      await repository.insertProgram(tx, { ...program, profileId, createdAt: clock.now() });
      return profileId;
    },

    async createAccount({ password, ...account }, alsoInTransaction) {
      const hash = await hashOf(password);
      const prepared = { ...account, password: hash === null ? null : { hash } };
      return db.as(IDENTITY, async (tx) => {
        const made = await addAccount(tx, prepared);
        await alsoInTransaction?.(tx, made.profileId);
        return made;
      });
    },

    addAccount,

    async findOrAddEmployer(tx, person) {
      const known = await repository.lockByUserName(tx, person.email);
      if (known) return { known, profileId: known.id };
      return { known: null, ...(await addAccount(tx, { ...person, password: null, kind: 'employer', doctorId: null })) };
    },

    async changeEmail(tx, profile, email) {
      // The address of an account of another issuer is changed at that issuer.
      const unused = isOurs(profile) && (await accounts.isUnused(tx, profile.subject));
      // While the profile still has the old address: its reader is notified there.
      if (isOurs(profile) && !unused) await links.notifyEmailChanged(tx, profile.id);
      if (isOurs(profile)) await accounts.changeEmail(tx, profile.subject, email).catch(asFieldError);
      await updateRow(tx, profile, { userName: email, sessionVersion: profile.sessionVersion + 1 }).catch(asFieldError);
      if (unused) await links.invite(tx, { profileId: profile.id, companyId: null });
    },

    async endMembership(tx, profile, companyId) {
      const now = clock.now();
      if (!(await repository.deleteMembership(tx, { companyId, profileId: profile.id }, now))) throw new AppError('entity.notFound');
      const other = await repository.findOldestMembership(tx, profile.id);
      if (other !== undefined) {
        if (profile.companyId === companyId) await updateRow(tx, profile, { companyId: other });
        return 'moved';
      }
      await updateRow(tx, profile, { closedAt: now, disabledAt: now, sessionVersion: profile.sessionVersion + 1 });
      if (isOurs(profile)) await accounts.deleteAccount(tx, profile.subject);
      return 'closed';
    },

    endSessionsOf,

    async isUnused(tx, profile) {
      return isOurs(profile) && (await accounts.isUnused(tx, profile.subject));
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
      if (isOurs(profile)) await issuer.endSessions(profile.subject);
    },

    async mintHandoff(profileId) {
      const { subject } = await getOwnAccount(profileId);
      return issuer.signHandoffToken({ subject, tokenId: newId(), expiresAt: new Date(clock.now().getTime() + HANDOFF_SECONDS * 1000) });
    },
  };
}

const duplicateEmail = (cause: unknown): AppError => new AppError('user.duplicateEmail', {}, { cause });
/** Turns an error of a constraint into an error at the field of the form. */
const asFieldError = mapViolations({ profiles_userName_key: duplicateEmail, users_email_key: duplicateEmail });

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
