import type { IncomingHttpHeaders } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '@checkwell/domain/clock';
import type { InterfaceLanguage } from '@checkwell/domain/constants';
import { AppError } from '@checkwell/domain/errors';
import {
  changePasswordRule,
  handoffRule,
  type Identified,
  identifyRule,
  type Session,
  type SessionOpened,
  signInRule,
} from '@checkwell/domain/identity/sign-in';
import type { ProfileKind } from '@checkwell/domain/people/enums';
import { type Actor, ANONYMOUS } from '@checkwell/domain/policy';
import { type Config, deriveSecret } from '../../config.ts';
import { logAccess } from '../../platform/db/access-log.ts';
import { type Database, violates, type WriteTx } from '../../platform/db/database.ts';
import { createEmbeddedIssuer } from '../../platform/identity/embedded-issuer.ts';
import { type ClientInfo, type Issuer, type IssuerSession, SESSION_LIMITS } from '../../platform/identity/issuer.ts';
import { remoteJwks } from '../../platform/identity/jwks.ts';
import { hashPassword } from '../../platform/identity/password-hash.ts';
import { isGuessable } from '../../platform/identity/password-strength.ts';
import { createThrottle } from '../../platform/identity/throttle.ts';
import { createTokenVerifier, type TokenVerifier, type VerifiedToken } from '../../platform/identity/token-verifier.ts';
import { isId, newId } from '../../platform/ids.ts';
import { parseInput } from '../../platform/input.ts';
import type { Log } from '../../platform/log.ts';
import { ACCESS_TOKEN_SECONDS, type BrowserSession, createCookieJar } from './cookies.ts';
import * as repository from './identity.repository.ts';
import { Recent } from './recent.ts';

export { hashPassword } from '../../platform/identity/password-hash.ts';

/** What of a request tells who asks. */
export interface RequestHead {
  readonly headers: IncomingHttpHeaders;
}

/** A browser's request, with the address that it comes from. */
export interface BrowserRequest extends RequestHead {
  readonly ip: string;
}

/** An answer together with the cookies that it sets (values of `Set-Cookie`). */
export interface WithCookies<Body> {
  readonly body: Body;
  readonly cookies: readonly string[];
}

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

/** Who somebody is, and how that is proven: the one door between accounts and the rest of the product. */
export interface Identity {
  /**
   * Who asks, from the Authorization header alone; `''`, `Bearer` and `Bearer ` ask anonymously (specification, section 7).
   * @throws {AppError} 401 `auth.tokenInvalid`, `auth.sessionEnded`; 403 for an account without profile; 503 when it cannot be judged
   */
  authenticate(request: RequestHead): Promise<Actor>;

  /** @param input body of the request; parsed here */
  identify(input: unknown, request: BrowserRequest): Promise<Identified>;
  signIn(input: unknown, request: BrowserRequest): Promise<WithCookies<SessionOpened>>;
  /** @throws {AppError} `auth.sessionEnded` when the session is really gone */
  refresh(request: BrowserRequest): Promise<WithCookies<SessionOpened>>;
  /** Ends the session of this browser, if it has one. */
  signOut(request: BrowserRequest): Promise<void>;
  exchangeHandoff(input: unknown, request: BrowserRequest): Promise<WithCookies<SessionOpened>>;
  changePassword(input: unknown, request: BrowserRequest): Promise<WithCookies<SessionOpened>>;
  listSessions(request: RequestHead): Promise<readonly Session[]>;
  endSession(request: RequestHead, sessionId: string): Promise<void>;
  /** Cookies that remove what a browser keeps of its session. */
  clearedCookies(): readonly string[];
  /** The embedded issuer's public keys. */
  publicKeys(): Promise<{ readonly keys: readonly Readonly<Record<string, unknown>>[] }>;

  /**
   * Makes an account and its profile; `alsoInTransaction` runs in the transaction of the profile (a user's place in a company).
   * @throws {AppError} `user.duplicateEmail`
   */
  createAccount(
    account: NewAccount,
    alsoInTransaction?: (tx: WriteTx, profileId: string) => Promise<void>,
  ): Promise<{ readonly profileId: string; readonly subject: string }>;
  /** Removes a profile, its account and its sessions; tokens stop at once. */
  deleteAccount(profileId: string, alsoInTransaction?: (tx: WriteTx) => Promise<void>): Promise<void>;
  /** Replaces a password without asking for the old one. Ends all sessions. */
  setPassword(profileId: string, password: string | { readonly hash: string }): Promise<void>;
  endSessions(profileId: string): Promise<void>;
  /** After a change of rights: the next request of this profile sees it (in other processes within two seconds). */
  forget(profileId: string): void;
  /** A one-use token of five minutes that opens a session of this profile, for links of our own (`?accessToken=`). */
  mintHandoff(profileId: string): Promise<string>;

  /** @throws {AppError} when nobody could sign in now */
  ready(): Promise<void>;
  /** Removes what has expired; happens by itself from time to time. */
  purge(): Promise<void>;
  close(): void;
}

const HANDOFF_SECONDS = 300;
/** For how long an answer of the database about who somebody is may be used again: revocation bites within this time. */
const RECENT_MS = 2000;
const PURGE_EVERY_MS = 10 * 60_000;
const SYSTEM: Actor = { kind: 'system', name: 'identity' };

/** A request's proven account. */
interface Principal {
  readonly token: VerifiedToken;
  readonly profile: repository.AccountProfile;
}

interface Standing {
  readonly profile: repository.AccountProfile | undefined;
  readonly sessionLives: boolean;
}

export interface IdentityDeps {
  readonly config: Pick<Config, 'appSecret' | 'identity'>;
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  /** Holds answers back; tests need not wait. */
  readonly delay?: (milliseconds: number) => Promise<unknown>;
}

export function createIdentity({ config, db, clock, log, delay = sleep }: IdentityDeps): Identity {
  const pool = db.authPool();
  const issuer: Issuer = createEmbeddedIssuer({ pool, clock, log, secret: deriveSecret(config, 'identity signing keys') });
  const verifier = createTokenVerifier({ issuers: [issuer.accessTokens, ...externalIssuer(config.identity)], clock });
  const handoffVerifier: TokenVerifier = createTokenVerifier({ issuers: [issuer.handoffTokens], clock });
  const throttle = createThrottle({ pool, clock, secret: deriveSecret(config, 'identity throttle keys') });
  const jar = createCookieJar(deriveSecret(config, 'identity cookies'));
  const recent = new Recent<Standing>(RECENT_MS);

  const purge = (): void => {
    issuer
      .purge()
      .catch((error: unknown) => log.warn(`Expired sessions could not be removed: ${error instanceof Error ? error.message : error}`));
  };
  const purging = setInterval(purge, PURGE_EVERY_MS);
  purging.unref();

  // --- Who asks ------------------------------------------------------------------------------------------------------

  async function principal(request: RequestHead): Promise<Principal | undefined> {
    const bearer = bearerOf(request.headers.authorization);
    if (bearer === undefined) return undefined;
    const token = await verifier.verify(bearer);
    if (token.fingerprint !== null && config.identity.bindTokens && !jar.hasFingerprint(request.headers.cookie, token.fingerprint)) {
      throw new AppError('auth.tokenInvalid');
    }
    return { token, profile: await standing(token) };
  }

  /** @throws {AppError} when the account, the session or the token's version has no standing any more */
  async function standing(token: VerifiedToken): Promise<repository.AccountProfile> {
    const key = JSON.stringify([token.issuer, token.subject, token.sessionId]);
    let { profile, sessionLives } = await recent.get(key, () => load(token));
    if (profile && token.version !== null && token.version > profile.sessionVersion) {
      recent.drop(key); // what was remembered is older than the token
      ({ profile, sessionLives } = await recent.get(key, () => load(token)));
    }
    if (!sessionLives) throw new AppError('auth.sessionEnded');
    if (!profile) throw new AppError('access.forbidden');
    if (profile.disabledAt || (token.version !== null && token.version !== profile.sessionVersion)) throw new AppError('auth.sessionEnded');
    return profile;
  }

  async function load({ issuer: name, subject, sessionId }: VerifiedToken): Promise<Standing> {
    const [profile, sessionLives] = await Promise.all([
      db.as(SYSTEM, (tx) => repository.findByAccount(tx, name, subject), { readonly: true }),
      sessionId === null ? true : issuer.isLive(sessionId, subject),
    ]);
    return { profile, sessionLives };
  }

  async function signedIn(request: RequestHead): Promise<Principal & { sessionId: string }> {
    const found = await principal(request);
    if (!found) throw new AppError('access.unauthenticated');
    // Sessions and passwords of other issuers are kept there.
    if (found.token.sessionId === null) throw new AppError('access.forbidden');
    return { ...found, sessionId: found.token.sessionId };
  }

  // --- Sessions ------------------------------------------------------------------------------------------------------

  /** Tokens and cookies for a session that was just opened or prolonged. */
  async function equip(
    session: IssuerSession,
    profile: repository.AccountProfile,
    rememberDevice: boolean,
  ): Promise<WithCookies<SessionOpened>> {
    const now = clock.now().getTime();
    const tokenEnds = Math.min(now + ACCESS_TOKEN_SECONDS * 1000, session.expiresAt.getTime());
    const accessToken = await issuer.signAccessToken({
      subject: session.subject,
      sessionId: session.id,
      version: profile.sessionVersion,
      fingerprint: jar.fingerprintHash(session.token),
      provider: session.provider,
      expiresAt: new Date(tokenEnds),
    });
    const browser: BrowserSession = {
      accessToken,
      accessTokenSeconds: Math.floor((tokenEnds - now) / 1000),
      sessionToken: session.token,
      sessionSeconds: Math.floor((session.createdAt.getTime() + SESSION_LIMITS.absoluteMs - now) / 1000),
      deviceOf: rememberDevice ? profile.userName : null,
    };
    return {
      body: { expiresAt: session.expiresAt.toISOString(), accessTokenExpiresAt: new Date(tokenEnds).toISOString() },
      cookies: jar.set(browser),
    };
  }

  /** The profile behind a session; without one that may act, the session ends. */
  async function profileOf(session: IssuerSession): Promise<repository.AccountProfile> {
    const profile = await db.as(SYSTEM, (tx) => repository.findByAccount(tx, issuer.accessTokens.issuer, session.subject), {
      readonly: true,
    });
    if (profile && !profile.disabledAt) return profile;
    await issuer.endSession(session.subject, session.id);
    throw new AppError('auth.accountDisabled');
  }

  async function note(action: string, profile: repository.AccountProfile | null): Promise<void> {
    const actor = profile ? actorOf(profile) : ANONYMOUS;
    await db.as(SYSTEM, (tx) => logAccess(tx, actor, action, 'profiles', null, profile?.id ?? null));
  }

  function forget(profileId: string): void {
    recent.dropWhere(({ profile }) => profile?.id === profileId);
  }

  // --- Accounts ------------------------------------------------------------------------------------------------------

  async function getProfile(profileId: string): Promise<repository.AccountProfile> {
    const profile = isId(profileId) ? await db.as(SYSTEM, (tx) => repository.findById(tx, profileId), { readonly: true }) : undefined;
    if (!profile) throw new AppError('entity.notFound');
    return profile;
  }

  /** @throws {AppError} for profiles whose accounts another issuer keeps */
  async function getOwnAccount(profileId: string): Promise<repository.AccountProfile> {
    const profile = await getProfile(profileId);
    if (profile.issuer !== issuer.accessTokens.issuer) throw new AppError('access.forbidden');
    return profile;
  }

  async function raiseVersion(profileId: string): Promise<void> {
    await db.as(SYSTEM, (tx) => repository.raiseSessionVersion(tx, profileId));
    forget(profileId);
  }

  return {
    async authenticate(request) {
      const found = await principal(request);
      return found ? actorOf(found.profile) : ANONYMOUS;
    },

    async identify(input, { ip }) {
      const { email } = parseInput(identifyRule, input);
      const holdBack = await throttle.identify(ip);
      if (holdBack > 0) await delay(holdBack);
      const methods = await issuer.findMethods(email);
      return { known: methods !== undefined, methods: [...(methods ?? [])] };
    },

    async signIn(input, request) {
      const { email, password } = parseInput(signInRule, input);
      const ticket = await throttle.signIn({ email, ipAddress: request.ip, device: jar.readDevice(request.headers.cookie, email) });
      let session: IssuerSession;
      try {
        session = await issuer.openWithPassword({ email, password }, clientOf(request));
      } catch (error) {
        const code = error instanceof AppError ? error.code : undefined;
        if (code === 'auth.invalidCredentials') await note('auth.signInFailed', null);
        else if (code === 'auth.passwordResetRequired' || code === 'auth.accountDisabled') await ticket.succeeded();
        else await ticket.undecided().catch(() => undefined); // the store is away: what is thrown below tells it
        throw error;
      }
      await ticket.succeeded();
      const profile = await profileOf(session);
      await note('auth.signIn', profile);
      return equip(session, profile, true);
    },

    async refresh(request) {
      const token = jar.readSessionToken(request.headers.cookie);
      const session = token === undefined ? undefined : await issuer.continueSession(token);
      if (!session) throw new AppError('auth.sessionEnded');
      const profile = await db.as(SYSTEM, (tx) => repository.findByAccount(tx, issuer.accessTokens.issuer, session.subject), {
        readonly: true,
      });
      if (!profile || profile.disabledAt) {
        await issuer.endSession(session.subject, session.id);
        throw new AppError('auth.sessionEnded');
      }
      return equip(session, profile, false);
    },

    async signOut(request) {
      const token = jar.readSessionToken(request.headers.cookie);
      const ended = token === undefined ? undefined : await issuer.endByToken(token);
      if (ended) {
        recent.drop(JSON.stringify([issuer.accessTokens.issuer, ended.subject, ended.id]));
        const profile = await db.as(SYSTEM, (tx) => repository.findByAccount(tx, issuer.accessTokens.issuer, ended.subject), {
          readonly: true,
        });
        if (profile) await note('auth.signOut', profile);
      }
    },

    async exchangeHandoff(input, request) {
      const { token } = parseInput(handoffRule, input);
      const { subject, tokenId, expiresAt } = await handoffVerifier.verify(token).catch((error: unknown) => {
        throw error instanceof AppError && error.code === 'auth.tokenInvalid'
          ? new AppError('auth.handoffInvalid', {}, { cause: error })
          : error;
      });
      if (tokenId === null || !isId(tokenId) || !(await issuer.spendToken(tokenId, expiresAt))) throw new AppError('auth.handoffInvalid');
      const session = await issuer.openFor(subject, 'handoff', clientOf(request));
      const profile = await profileOf(session);
      await note('auth.handoff', profile);
      return equip(session, profile, false);
    },

    async changePassword(input, request) {
      const { profile, token, sessionId } = await signedIn(request);
      const { current, next } = parseInput(changePasswordRule, input);
      const sessionToken = jar.readSessionToken(request.headers.cookie);
      const session = sessionToken === undefined ? undefined : await issuer.continueSession(sessionToken);
      if (session?.id !== sessionId) throw new AppError('auth.sessionEnded');
      const ticket = await throttle.signIn({ email: profile.userName, ipAddress: request.ip, device: null });
      if (!(await issuer.verifyPassword(token.subject, current))) throw new AppError('auth.invalidCredentials');
      await ticket.succeeded();
      if (isGuessable(next, [profile.userName, profile.firstName, profile.lastName])) throw new AppError('auth.passwordBreached');
      await issuer.setPassword(token.subject, await hashPassword(next), sessionId);
      await raiseVersion(profile.id);
      await note('auth.passwordChanged', profile);
      return equip(session, await getProfile(profile.id), true);
    },

    async listSessions(request) {
      const { token, sessionId } = await signedIn(request);
      const sessions = await issuer.listSessions(token.subject);
      return sessions.map(({ id, createdAt, lastSeenAt, expiresAt, ipAddress, userAgent }) => ({
        id,
        current: id === sessionId,
        createdAt: createdAt.toISOString(),
        lastSeenAt: lastSeenAt.toISOString(),
        expiresAt: expiresAt.toISOString(),
        ipAddress,
        userAgent,
      }));
    },

    async endSession(request, sessionId) {
      const { token, profile } = await signedIn(request);
      if (!isId(sessionId) || !(await issuer.endSession(token.subject, sessionId))) throw new AppError('entity.notFound');
      forget(profile.id);
      await note('auth.sessionRevoked', profile);
    },

    clearedCookies: () => jar.clear(),
    async publicKeys() {
      return { keys: (await issuer.accessTokens.jwks()).keys.map((key) => ({ ...key, use: 'sig' })) };
    },

    async createAccount(account, alsoInTransaction) {
      const email = account.email.trim().toLowerCase();
      const passwordHash = await hashOf(account.password);
      const taken = await db.as(SYSTEM, (tx) => repository.isUserNameTaken(tx, email), { readonly: true });
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
        await db.as(SYSTEM, async (tx) => {
          const { firstName, lastName, phoneNumber, language, kind, companyId, doctorId } = account;
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

    async deleteAccount(profileId, alsoInTransaction) {
      const account = await db.as(SYSTEM, async (tx) => {
        const found = isId(profileId) ? await repository.deleteProfile(tx, profileId) : undefined;
        if (!found) throw new AppError('entity.notFound');
        await alsoInTransaction?.(tx);
        return found;
      });
      forget(profileId);
      if (account.issuer === issuer.accessTokens.issuer) await issuer.deleteAccount(account.subject);
    },

    async setPassword(profileId, password) {
      const profile = await getOwnAccount(profileId);
      const passwordHash = await hashOf(password);
      if (passwordHash !== null) await issuer.setPassword(profile.subject, passwordHash);
      await raiseVersion(profileId);
    },

    async endSessions(profileId) {
      const profile = await getProfile(profileId);
      await raiseVersion(profileId);
      if (profile.issuer === issuer.accessTokens.issuer) await issuer.endSessions(profile.subject);
    },

    forget,

    async mintHandoff(profileId) {
      const { subject } = await getOwnAccount(profileId);
      return issuer.signHandoffToken({ subject, tokenId: newId(), expiresAt: new Date(clock.now().getTime() + HANDOFF_SECONDS * 1000) });
    },

    async ready() {
      const probe = await issuer.signHandoffToken({
        subject: 'probe',
        tokenId: newId(),
        expiresAt: new Date(clock.now().getTime() + 60_000),
      });
      await handoffVerifier.verify(probe);
    },

    purge: () => issuer.purge(),
    close: () => clearInterval(purging),
  };

  function hasProfile(subject: string): Promise<boolean> {
    return db.as(SYSTEM, async (tx) => (await repository.findByAccount(tx, issuer.accessTokens.issuer, subject)) !== undefined, {
      readonly: true,
    });
  }
}

function externalIssuer({ external }: Config['identity']) {
  if (!external) return [];
  const { issuer, audience, jwksUrl, algorithm, tokenType, subjectClaim } = external;
  const claims = { subject: subjectClaim, sessionId: null, version: null, fingerprint: null, provider: null };
  return [{ issuer, audience, algorithm, type: tokenType, jwks: remoteJwks(jwksUrl), claims }];
}

/**
 * The token of an Authorization header; undefined when it asks anonymously.
 * @throws {AppError} `auth.tokenInvalid` for any other scheme or form
 */
function bearerOf(header: string | undefined): string | undefined {
  const text = header?.trim() ?? '';
  if (text === '' || /^bearer$/i.test(text)) return undefined;
  const token = /^bearer +([\w.~+/-]+=*)$/i.exec(text)?.[1];
  if (token === undefined) throw new AppError('auth.tokenInvalid');
  return token;
}

function actorOf({ id, userName, kind, doctorId, memberships }: repository.AccountProfile): Actor {
  const person = { profileId: id, email: userName };
  switch (kind) {
    case 'employer':
      return { kind, ...person, memberships };
    case 'planner':
      return { kind, ...person };
    case 'doctor':
      if (doctorId === null) throw new Error('A doctor profile without doctor: the database refuses these.');
      return { kind, ...person, doctorId };
  }
}

function clientOf({ ip, headers }: BrowserRequest): ClientInfo {
  return { ipAddress: ip, userAgent: headers['user-agent'] ?? '' };
}

async function hashOf(password: NewAccount['password']): Promise<string | null> {
  if (password === null) return null;
  return typeof password === 'string' ? hashPassword(password) : password.hash;
}
