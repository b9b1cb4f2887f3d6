import type { Clock } from '@checkwell/domain/clock';
import { AppError } from '@checkwell/domain/errors';
import {
  ACCOUNT_LINK_MS,
  type AccountLink,
  accountLinkRule,
  forgotPasswordRule,
  resetPasswordRule,
} from '@checkwell/domain/identity/account-link';
import { ANONYMOUS } from '@checkwell/domain/policy';
import { logAccess } from '../../../platform/db/access-log.ts';
import type { Database, WriteTx } from '../../../platform/db/database.ts';
import type { Issuer } from '../../../platform/identity/issuer.ts';
import { hashPassword } from '../../../platform/identity/password-hash.ts';
import { isGuessable } from '../../../platform/identity/password-strength.ts';
import type { Throttle } from '../../../platform/identity/throttle.ts';
import { parseInput } from '../../../platform/input.ts';
import type { Outbox } from '../../../platform/jobs/outbox.ts';
import { createKeyedMutex } from '../../../platform/keyed-mutex.ts';
import type { Mailer, MailTemplate } from '../../../platform/mail/mailer.ts';
import * as repository from '../identity.repository.ts';
import { actorOf, type BrowserRequest, IDENTITY, type Principals } from '../identity-principal.ts';
import type { CookieJar } from '../sessions/identity-cookies.ts';
import {
  EMAIL_CHANGED_MAIL,
  INVITATION_MAIL,
  linkPath,
  MEMBERSHIP_ADDED_MAIL,
  MIGRATION_MAIL,
  PASSWORD_CHANGED_MAIL,
  PROTECTION_MAIL,
  type ProtectionChange,
  RESET_MAIL,
} from './identity.mails.ts';

/** Passwords by mail: forgotten ones, those of migrated accounts, and the first one (docs/decisions/0015). */
export interface IdentityLinks {
  /**
   * Sends a link to the account with this address, if there is one. The answer and the work behind it are the same for every address:
   * whether there is an account is looked up afterwards, where nobody waits.
   * @throws {AppError} `auth.tooManyAttempts` for a network, or everybody together, that asks too often
   */
  forgotPassword(input: unknown, request: BrowserRequest): Promise<void>;
  /** What a link is good for. @throws {AppError} `auth.linkInvalid` */
  openLink(input: unknown, request: BrowserRequest): Promise<AccountLink>;
  /**
   * Spends a link for a new password; every session of the account ends, and its owner is notified.
   * @throws {AppError} `auth.linkInvalid`, `auth.passwordBreached`
   */
  resetPassword(input: unknown, request: BrowserRequest): Promise<void>;
  /** The right password of a migrated account was given: one mail with a link, once a window. */
  remindToReset(email: string): Promise<void>;
  /**
   * Asks for the mail that lets a new account choose its password, in the transaction that makes its membership of the company;
   * without a company it is a doctor's.
   */
  invite(tx: WriteTx, invitation: Invitation): Promise<void>;
  /** Notifies somebody who can sign in already of a new membership of a company, in the transaction that makes it. */
  notifyMembershipAdded(tx: WriteTx, membership: { readonly profileId: string; readonly companyId: string }): Promise<void>;
  /** The page, with its secret, on which a new account chooses its password: for the terminal of the installation's operator. */
  invitationPath(profileId: string): Promise<string>;
  /** Before somebody is invited once more: outside of transactions, attempts are counted elsewhere. @throws {AppError} `auth.tooManyAttempts` */
  admitInvitation(email: string): Promise<void>;
  /** Of these profiles, those whose account nobody can sign in to yet. */
  findUnused(profileIds: readonly string[]): Promise<ReadonlySet<string>>;
  /** Whether somebody may ask for an account, for this address from here. @throws {AppError} `auth.tooManyAttempts` */
  admitSignUp(attempt: { readonly email: string; readonly ipAddress: string }): Promise<boolean>;
  /** Notifies the owner of an account that its password was changed. */
  notifyPasswordChanged(tx: WriteTx, profileId: string): Promise<void>;
  /** Notifies the owner of an account, at the address that it has now, that it gets another one. */
  notifyEmailChanged(tx: WriteTx, profileId: string): Promise<void>;
  /** Notifies the owner of an account that a way to sign in was added, removed or used up. */
  notifyProtectionChanged(tx: WriteTx, profileId: string, change: ProtectionChange): Promise<void>;
}

/** The account, and the company of the invitation; null for a doctor, who belongs to none. */
export interface Invitation {
  readonly profileId: string;
  readonly companyId: string | null;
}

const TOPIC = 'accountLink';

/** What a link by mail is requested with; the job that carries it out finds the account. */
type LinkOrder =
  | { readonly purpose: 'reset' | 'migration'; readonly email: string }
  | { readonly purpose: 'invitation'; readonly profileId: string };

export interface LinkDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly issuer: Issuer;
  readonly throttle: Throttle;
  readonly jar: CookieJar;
  readonly principals: Principals;
  readonly outbox: Outbox;
  readonly mailer: Mailer;
}

export function createLinks({ db, clock, issuer, throttle, jar, principals, outbox, mailer }: LinkDeps): IdentityLinks {
  const spending = createKeyedMutex();
  outbox.handle(TOPIC, {
    async deliver(tx, { companyId, payload }) {
      const order = payload as LinkOrder;
      const reader = await (order.purpose === 'invitation'
        ? repository.findReader(tx, order.profileId)
        : repository.findReaderByUserName(tx, order.email));
      // Nobody of this address, or whose account another issuer keeps: nothing to send, and nobody to tell.
      if (!reader || reader.issuer !== issuer.accessTokens.issuer) return;
      const { userName: to, language, subject } = reader;
      const validUntil = new Date(clock.now().getTime() + ACCOUNT_LINK_MS[order.purpose]);
      if (order.purpose === 'invitation') {
        const companyName = companyId === null ? null : await repository.findCompanyName(tx, companyId);
        if (companyName === undefined) return;
        const token = await issuer.inTransaction.createLink(tx, subject, order.purpose);
        if (token === null) return;
        const params = { token, email: to, companyName };
        await mailer.enqueue(tx, { companyId, to, language, template: INVITATION_MAIL, params, validUntil });
        return;
      }
      const template = order.purpose === 'migration' ? MIGRATION_MAIL : RESET_MAIL;
      const token = await issuer.inTransaction.createLink(tx, subject, order.purpose);
      if (token === null) return;
      const params = { token };
      await mailer.enqueue(tx, { companyId: null, to, language, template, params, validUntil });
    },
  });

  const put = (tx: WriteTx, companyId: string | null, payload: LinkOrder) => outbox.put(tx, { topic: TOPIC, companyId, payload });

  /** The account behind a link and its profile. @throws {AppError} `auth.linkInvalid`; 429 after many wrong ones */
  async function find(token: string, { ip }: BrowserRequest) {
    const link = await issuer.findLink(token);
    const profile =
      link && (await db.as(IDENTITY, (tx) => repository.findByAccount(tx, issuer.accessTokens.issuer, link.subject), { readonly: true }));
    if (link && profile && !profile.isClosed) return { purpose: link.purpose, profile };
    await throttle.wrongLink(ip);
    throw new AppError('auth.linkInvalid');
  }

  /** Notifies the owner of an account of what happened to it just now. */
  async function notify(tx: WriteTx, profileId: string, template: MailTemplate<{ readonly at: Date }>): Promise<void> {
    const reader = await repository.findReader(tx, profileId);
    if (!reader) return;
    const { userName: to, language } = reader;
    await mailer.enqueue(tx, { companyId: null, to, language, template, params: { at: clock.now() } });
  }

  return {
    async forgotPassword(input, { ip, headers }) {
      const { email } = parseInput(forgotPasswordRule, input);
      const wanted = await throttle.linkMail({ email, ipAddress: ip, device: jar.readDevice(headers.cookie, email) });
      await db.as(IDENTITY, async (tx) => {
        await logAccess(tx, ANONYMOUS, 'auth.resetRequested', 'profiles', null, null);
        if (wanted) await put(tx, null, { purpose: 'reset', email });
      });
    },

    async openLink(input, request) {
      const { token } = parseInput(accountLinkRule, input);
      const { purpose, profile } = await find(token, request);
      return { purpose, email: profile.userName };
    },

    async resetPassword(input, request) {
      const { token, password } = parseInput(resetPasswordRule, input);
      const { purpose, profile } = await find(token, request);
      if (await isGuessable(password, [profile.userName, profile.firstName, profile.lastName])) throw new AppError('auth.passwordBreached');
      const passwordHash = await hashPassword(password);
      // Fifty at once would hold fifty connections to wait for one account.
      const isSpent = await spending(token, () => issuer.spendLink(token, passwordHash));
      if (!isSpent) throw new AppError('auth.linkInvalid');
      // From here on the new password counts, whatever becomes of the rest: the sessions have ended with it.
      await principals.endTokens(profile.id);
      await throttle.forgetGuesses(profile.userName);
      await db.as(IDENTITY, async (tx) => {
        const action = purpose === 'invitation' ? 'auth.invitationAccepted' : 'auth.passwordReset';
        await logAccess(tx, actorOf(profile), action, 'profiles', null, profile.id);
        if (purpose !== 'invitation') await notify(tx, profile.id, PASSWORD_CHANGED_MAIL);
      });
    },

    async remindToReset(email) {
      if (!(await throttle.onceIn('migrationMail', email, ACCOUNT_LINK_MS.migration))) return;
      await db.as(IDENTITY, (tx) => put(tx, null, { purpose: 'migration', email }));
    },

    async invite(tx, { profileId, companyId }) {
      await put(tx, companyId, { purpose: 'invitation', profileId });
    },

    async notifyMembershipAdded(tx, { profileId, companyId }) {
      const reader = await repository.findReader(tx, profileId);
      const companyName = await repository.findCompanyName(tx, companyId);
      if (!reader || companyName === undefined) return;
      const { userName: to, language } = reader;
      await mailer.enqueue(tx, { companyId, to, language, template: MEMBERSHIP_ADDED_MAIL, params: { companyName } });
    },

    async invitationPath(profileId) {
      const token = await db.as(IDENTITY, async (tx) => {
        const reader = await repository.findReader(tx, profileId);
        return reader?.issuer === issuer.accessTokens.issuer ? issuer.inTransaction.createLink(tx, reader.subject, 'invitation') : null;
      });
      if (token === null) throw new AppError('entity.notFound');
      return linkPath({ token });
    },

    admitInvitation: (email) => throttle.invitation(email),

    async findUnused(profileIds) {
      if (profileIds.length === 0) return new Set();
      const accounts = await db.as(IDENTITY, (tx) => repository.findSubjects(tx, issuer.accessTokens.issuer, profileIds), {
        readonly: true,
      });
      const unused = new Set(await issuer.findUnused(accounts.map(({ subject }) => subject)));
      return new Set(accounts.filter(({ subject }) => unused.has(subject)).map(({ id }) => id));
    },

    admitSignUp: (attempt) => throttle.signUp(attempt),
    notifyPasswordChanged: (tx, profileId) => notify(tx, profileId, PASSWORD_CHANGED_MAIL),
    notifyEmailChanged: (tx, profileId) => notify(tx, profileId, EMAIL_CHANGED_MAIL),

    async notifyProtectionChanged(tx, profileId, change) {
      const reader = await repository.findReader(tx, profileId);
      if (!reader) return;
      const { userName: to, language } = reader;
      await mailer.enqueue(tx, { companyId: null, to, language, template: PROTECTION_MAIL, params: { change, at: clock.now() } });
    },
  };
}
