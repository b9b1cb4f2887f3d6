import type { AccountLinkPurpose } from '@checkwell/domain/identity/account-link';
import type { SignInMethod } from '@checkwell/domain/identity/sign-in';
import type { WriteTx } from '../db/database.ts';
import type { TrustedIssuer } from './token-verifier.ts';

/** How long a session lives, in milliseconds: without being used, and at the most (security.md, S4). */
export const SESSION_LIMITS = { idleMs: 30 * 60_000, absoluteMs: 12 * 60 * 60_000 } as const;

/**
 * How long a token still continues its session after its successor was made, in milliseconds: the answer that carried the successor
 * may be lost, and another tab may have sent its own request before it came (docs/decisions/0044).
 */
export const PREVIOUS_TOKEN_MS = 60_000;

/** Where a request comes from, as the user sees it in the list of sessions. */
export interface ClientInfo {
  readonly ipAddress: string;
  readonly userAgent: string;
}

/** An account's sign-in at one browser. */
export interface IssuerSession {
  readonly id: string;
  readonly subject: string;
  /** How the user signed in. */
  readonly provider: string;
  readonly createdAt: Date;
  readonly lastSeenAt: Date;
  /** When it ends if it is not used again, and at the latest. */
  readonly expiresAt: Date;
  readonly ipAddress: string;
  readonly userAgent: string;
}

/** A session that was just opened or continued. */
export interface OpenSession extends IssuerSession {
  /** What continues it next time; kept by the browser alone, in the signed session cookie. */
  readonly token: string;
}

/**
 * The outcome of a session that somebody wanted to continue. `reused`: the token had been replaced; two hold tokens of the session,
 * one of them a thief, so it has been ended.
 */
export type Continued =
  | { readonly kind: 'open'; readonly session: OpenSession }
  | { readonly kind: 'reused'; readonly id: string; readonly subject: string }
  | { readonly kind: 'ended' };

/** A session that is open, and its account, as they are. */
export interface SessionStatus {
  /** Whether it was opened with a second step. */
  readonly secondStep: boolean;
  /** Whether the account has one by now. */
  readonly hasSecondStep: boolean;
}

/** Proof that somebody knew the account's password, with the stored hash that it matched. */
export interface PasswordProof {
  readonly passwordHash: string;
}

/** The first step of a sign-in: whose it was, by which provider, and the hash that a password matched. */
export interface FirstStep {
  readonly subject: string;
  readonly provider: string;
  /** Null: it was not by password. */
  readonly passwordHash: string | null;
}

export interface NewIssuerAccount {
  /** Lower case. */
  readonly email: string;
  /** Result of `hashPassword`; null: the account has no password. */
  readonly passwordHash: string | null;
  readonly passwordResetRequired: boolean;
}

/** What a token is to say besides issuer, key and type. */
export interface TokenClaims {
  readonly subject: string;
  readonly sessionId?: string;
  readonly version?: number;
  readonly fingerprint?: string;
  readonly provider?: string;
  readonly tokenId?: string;
  readonly expiresAt: Date;
}

/**
 * The embedded identity issuer: accounts, passwords, sessions, signed tokens. The only thing behind it that the rest of
 * the product knows. Every session, whatever the way to sign in, is opened through it and obeys its rules: none for a
 * disabled account or one that must reset its password.
 */
export interface Issuer {
  /** How the API recognises its access tokens. */
  readonly accessTokens: TrustedIssuer;
  /** How `handoff` recognises its one-use tokens. */
  readonly handoffTokens: TrustedIssuer;

  /** Ways to sign in of the account with this e-mail address; undefined when there is none that may sign in. */
  findMethods(email: string): Promise<readonly SignInMethod[] | undefined>;
  findSubject(email: string): Promise<string | undefined>;
  /**
   * Whose password this is, and what proves it. Opens nothing. Of an account that must reset its password and has none, any is as good.
   * @throws {AppError} auth.invalidCredentials, auth.passwordResetRequired, auth.accountDisabled, auth.unavailable
   */
  provePassword(credentials: { readonly email: string; readonly password: string }): Promise<PasswordProof & { readonly subject: string }>;
  /**
   * Opens a session for an account that was proven. Whatever ends the account's sessions at the same moment ends this one too.
   * @param first how the first step was taken; by a password, it must still be the account's (`passwordHash`)
   * @param secondStep whether that took two steps
   * @throws {AppError} auth.passwordResetRequired, auth.accountDisabled, auth.invalidCredentials, auth.unavailable; auth.sessionEnded: another
   * request ended it meanwhile
   */
  openFor(first: FirstStep, client: ClientInfo, secondStep?: boolean): Promise<OpenSession>;
  /** Uses a session: prolongs it and replaces its token. The same token within `PREVIOUS_TOKEN_MS` gets the same successor. */
  continueSession(token: string): Promise<Continued>;
  /** Whose session the token would continue now; undefined when it would continue none. Changes nothing. */
  findSession(token: string): Promise<{ readonly id: string; readonly subject: string } | undefined>;
  /** The state of a session, without prolonging it; undefined when it has ended. */
  findSessionStatus(sessionId: string, subject: string): Promise<SessionStatus | undefined>;
  listSessions(subject: string): Promise<readonly IssuerSession[]>;
  /** Ends the session of a token, replaced or not. @returns which that was, undefined when there was none */
  endByToken(token: string): Promise<{ readonly id: string; readonly subject: string } | undefined>;
  /** @returns whether the account had this session */
  endSession(subject: string, sessionId: string): Promise<boolean>;
  endSessions(subject: string, except?: string): Promise<void>;

  /** Whether the account can sign in by password. */
  hasPassword(subject: string): Promise<boolean>;
  /** Whether this is the account's password now. @returns what proves it to `setPassword` */
  verifyPassword(subject: string, password: string): Promise<PasswordProof | undefined>;
  /**
   * Also lifts the duty to reset it. Ends the account's sessions, but for `keepSession`.
   * @param options `proof` of the password that is replaced; without one, whatever it is
   * @returns false when the account is gone, or its password was changed since it was proven
   */
  setPassword(
    subject: string,
    passwordHash: string,
    options?: { readonly proof?: PasswordProof; readonly keepSession?: string },
  ): Promise<boolean>;
  /**
   * What happens to an account together with its profile, in the caller's transaction; `users_email_key` is violated where another account
   * has the address.
   */
  readonly inTransaction: {
    /** @returns the account with this address, if there is one */
    findSubject(tx: WriteTx, email: string): Promise<string | undefined>;
    /** @returns its subject */
    createAccount(tx: WriteTx, account: NewIssuerAccount): Promise<string>;
    /** Ends its sessions and its links by mail, which the old address got. */
    changeEmail(tx: WriteTx, subject: string, email: string): Promise<void>;
    /** Whether nobody can sign in to it yet; it stays so until the transaction ends. */
    isUnused(tx: WriteTx, subject: string): Promise<boolean>;
    endSessions(tx: WriteTx, subject: string): Promise<void>;
    /** @returns the token of a new link by mail, 128 random bits of which only a hash is kept; null when there is no such account (any more) */
    createLink(tx: WriteTx, subject: string, purpose: AccountLinkPurpose): Promise<string | null>;
    /**
     * Removes every second step, every session and every link of an account; if it has a password, a new one is chosen first, by mail.
     * @returns false for an account without second step, which stays as it is
     */
    removeSecondSteps(tx: WriteTx, subject: string): Promise<boolean>;
    deleteAccount(tx: WriteTx, subject: string): Promise<void>;
  };
  /** The ones of these accounts that nobody can sign in to yet, except those that were migrated from an old system. */
  findUnused(subjects: readonly string[]): Promise<readonly string[]>;

  /** The account that a link is for; undefined when it opens nothing (any more). */
  findLink(token: string): Promise<{ readonly subject: string; readonly purpose: AccountLinkPurpose } | undefined>;
  /**
   * Spends a link for a new password, once: ends the account's sessions, its other links and the duty to reset.
   * @returns undefined when it opens nothing (any more)
   */
  spendLink(token: string, passwordHash: string): Promise<{ readonly subject: string; readonly purpose: AccountLinkPurpose } | undefined>;

  signAccessToken(claims: TokenClaims): Promise<string>;
  signHandoffToken(claims: TokenClaims): Promise<string>;
  /** @returns false when it had been used before */
  spendToken(tokenId: string, expiresAt: Date): Promise<boolean>;

  /** Removes what has expired. */
  purge(): Promise<void>;
}
