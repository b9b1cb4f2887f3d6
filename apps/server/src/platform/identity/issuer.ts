import type { AccountLinkPurpose } from '@checkwell/domain/identity/account-link';
import type { SignInMethod } from '@checkwell/domain/identity/sign-in';
import type { TrustedIssuer } from './token-verifier.ts';

/** How long a session lives, in milliseconds: without being used, and at the most (security.md, S4). */
export const SESSION_LIMITS = { idleMs: 30 * 60_000, absoluteMs: 12 * 60 * 60_000 } as const;

/** From where a request comes: shown to the user in the list of sessions. */
export interface ClientInfo {
  readonly ipAddress: string;
  readonly userAgent: string;
}

/** An account's sign-in at one browser. */
export interface IssuerSession {
  readonly id: string;
  /** Secret that continues the session; never leaves the server but in the signed session cookie. */
  readonly token: string;
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

export interface SessionStanding {
  /** Whether it was opened with a second step. */
  readonly secondStep: boolean;
  /** Whether the account has one by now. */
  readonly hasSecondStep: boolean;
}

export interface NewIssuerAccount {
  /** Lower case. */
  readonly email: string;
  /** From `hashPassword`; null: no sign-in by password. */
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
   * Whose password this is. Opens nothing.
   * @throws {AppError} auth.invalidCredentials, auth.passwordResetRequired, auth.accountDisabled, auth.unavailable
   */
  provePassword(credentials: { readonly email: string; readonly password: string }): Promise<string>;
  /**
   * Opens a session for an account that was proven.
   * @param secondStep whether that took two steps
   * @throws {AppError} auth.passwordResetRequired, auth.accountDisabled, auth.unavailable
   */
  openFor(subject: string, provider: string, client: ClientInfo, secondStep?: boolean): Promise<IssuerSession>;
  /** Uses a session: prolongs it and returns it, or undefined when it has ended. */
  continueSession(token: string): Promise<IssuerSession | undefined>;
  /** How a session stands, without prolonging it; undefined when it has ended. */
  findStanding(sessionId: string, subject: string): Promise<SessionStanding | undefined>;
  listSessions(subject: string): Promise<readonly IssuerSession[]>;
  /** @returns the id of the session that was ended, undefined when there was none */
  endByToken(token: string): Promise<{ readonly id: string; readonly subject: string } | undefined>;
  /** @returns whether the account had this session */
  endSession(subject: string, sessionId: string): Promise<boolean>;
  endSessions(subject: string, except?: string): Promise<void>;

  /** Whether the account can sign in by password. */
  hasPassword(subject: string): Promise<boolean>;
  /** Whether this is the account's password now. */
  verifyPassword(subject: string, password: string): Promise<boolean>;
  /** Also lifts the duty to reset it. Ends the account's sessions, but for `keepSession`. */
  setPassword(subject: string, passwordHash: string, keepSession?: string): Promise<void>;
  /**
   * Makes an account, or takes over one with this e-mail address.
   * @returns `created` false: there was one already
   */
  createAccount(account: NewIssuerAccount): Promise<{ readonly subject: string; readonly created: boolean }>;
  /**
   * Gives an account another e-mail address. Ends its sessions and its links by mail, which the old address got.
   * @throws {AppError} `user.duplicateEmail`
   */
  changeEmail(subject: string, email: string): Promise<void>;
  deleteAccount(subject: string): Promise<void>;
  /** Of these accounts, those that nobody can sign in to yet. */
  findUnused(subjects: readonly string[]): Promise<readonly string[]>;

  /** Makes a link by mail. @returns its token: 128 random bits, of which only a hash is kept */
  createLink(subject: string, purpose: AccountLinkPurpose): Promise<string>;
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
