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
  /** @throws {AppError} auth.invalidCredentials, auth.passwordResetRequired, auth.accountDisabled, auth.unavailable */
  openWithPassword(credentials: { email: string; password: string }, client: ClientInfo): Promise<IssuerSession>;
  /** For an account that was proven in another way. @throws {AppError} as `openWithPassword` */
  openFor(subject: string, provider: string, client: ClientInfo): Promise<IssuerSession>;
  /** Uses a session: prolongs it and returns it, or undefined when it has ended. */
  continueSession(token: string): Promise<IssuerSession | undefined>;
  /** Whether a session still lives, without prolonging it. */
  isLive(sessionId: string, subject: string): Promise<boolean>;
  listSessions(subject: string): Promise<readonly IssuerSession[]>;
  /** @returns the id of the session that was ended, undefined when there was none */
  endByToken(token: string): Promise<{ readonly id: string; readonly subject: string } | undefined>;
  /** @returns whether the account had this session */
  endSession(subject: string, sessionId: string): Promise<boolean>;
  endSessions(subject: string, except?: string): Promise<void>;

  /** Whether this is the account's password now. */
  verifyPassword(subject: string, password: string): Promise<boolean>;
  /** Also lifts the duty to reset it. Ends the account's sessions, but for `keepSession`. */
  setPassword(subject: string, passwordHash: string, keepSession?: string): Promise<void>;
  /**
   * Makes an account, or takes over one with this e-mail address.
   * @returns `created` false: there was one already
   */
  createAccount(account: NewIssuerAccount): Promise<{ readonly subject: string; readonly created: boolean }>;
  deleteAccount(subject: string): Promise<void>;

  signAccessToken(claims: TokenClaims): Promise<string>;
  signHandoffToken(claims: TokenClaims): Promise<string>;
  /** @returns false when it had been used before */
  spendToken(tokenId: string, expiresAt: Date): Promise<boolean>;

  /** Removes what has expired. */
  purge(): Promise<void>;
}
