import type { Clock } from '@checkwell/domain/clock';
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
import { ANONYMOUS } from '@checkwell/domain/policy';
import { logAccess } from '../../platform/db/access-log.ts';
import type { Database } from '../../platform/db/database.ts';
import { type ClientInfo, type Issuer, type IssuerSession, SESSION_LIMITS } from '../../platform/identity/issuer.ts';
import { hashPassword } from '../../platform/identity/password-hash.ts';
import { isGuessable } from '../../platform/identity/password-strength.ts';
import type { Throttle } from '../../platform/identity/throttle.ts';
import type { TokenVerifier } from '../../platform/identity/token-verifier.ts';
import { isId } from '../../platform/ids.ts';
import { parseInput } from '../../platform/input.ts';
import { ACCESS_TOKEN_SECONDS, type BrowserSession, type CookieJar } from './cookies.ts';
import { getProfile } from './identity.accounts.ts';
import { actorOf, type BrowserRequest, IDENTITY, type Principals, type RequestHead } from './identity.principal.ts';
import * as repository from './identity.repository.ts';

/** An answer together with the cookies that it sets (values of `Set-Cookie`). */
export interface WithCookies<Body> {
  readonly body: Body;
  readonly cookies: readonly string[];
}

/** Signing in and out, and what a browser then holds. Inputs are bodies of requests; they are parsed here. */
export interface IdentitySessions {
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
}

export interface SessionDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly issuer: Issuer;
  readonly handoffVerifier: TokenVerifier;
  readonly throttle: Throttle;
  readonly jar: CookieJar;
  readonly principals: Principals;
  readonly delay: (milliseconds: number) => Promise<unknown>;
}

export function createSessions({ db, clock, issuer, handoffVerifier, throttle, jar, principals, delay }: SessionDeps): IdentitySessions {
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
    const profile = await db.as(IDENTITY, (tx) => repository.findByAccount(tx, issuer.accessTokens.issuer, session.subject), {
      readonly: true,
    });
    if (profile && !profile.disabledAt) return profile;
    await issuer.endSession(session.subject, session.id);
    throw new AppError('auth.accountDisabled');
  }

  async function note(action: string, profile: repository.AccountProfile | null): Promise<void> {
    const actor = profile ? actorOf(profile) : ANONYMOUS;
    await db.as(IDENTITY, (tx) => logAccess(tx, actor, action, 'profiles', null, profile?.id ?? null));
  }

  return {
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
      const profile = await db.as(IDENTITY, (tx) => repository.findByAccount(tx, issuer.accessTokens.issuer, session.subject), {
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
        principals.forgetSession(ended.subject, ended.id);
        const profile = await db.as(IDENTITY, (tx) => repository.findByAccount(tx, issuer.accessTokens.issuer, ended.subject), {
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
      const { profile, token, sessionId } = await principals.getSignedIn(request);
      const { current, next } = parseInput(changePasswordRule, input);
      const sessionToken = jar.readSessionToken(request.headers.cookie);
      const session = sessionToken === undefined ? undefined : await issuer.continueSession(sessionToken);
      if (session?.id !== sessionId) throw new AppError('auth.sessionEnded');
      const ticket = await throttle.signIn({ email: profile.userName, ipAddress: request.ip, device: null });
      if (!(await issuer.verifyPassword(token.subject, current))) throw new AppError('auth.invalidCredentials');
      await ticket.succeeded();
      if (isGuessable(next, [profile.userName, profile.firstName, profile.lastName])) throw new AppError('auth.passwordBreached');
      await issuer.setPassword(token.subject, await hashPassword(next), sessionId);
      await principals.endTokens(profile.id);
      await note('auth.passwordChanged', profile);
      return equip(session, await getProfile(db, profile.id), true);
    },

    async listSessions(request) {
      const { token, sessionId } = await principals.getSignedIn(request);
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
      const { token, profile } = await principals.getSignedIn(request);
      if (!isId(sessionId) || !(await issuer.endSession(token.subject, sessionId))) throw new AppError('entity.notFound');
      principals.forgetProfile(profile.id);
      await note('auth.sessionRevoked', profile);
    },

    clearedCookies: () => jar.clear(),
  };
}

function clientOf({ ip, headers }: BrowserRequest): ClientInfo {
  return { ipAddress: ip, userAgent: headers['user-agent'] ?? '' };
}
