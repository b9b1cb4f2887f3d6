import { AppError } from '@checkwell/domain/errors';
import type { SignInOutcome } from '@checkwell/domain/identity/second-step';
import {
  changePasswordRule,
  handoffRule,
  type Identified,
  identifyRule,
  type Session,
  type SessionOpened,
  signInRule,
} from '@checkwell/domain/identity/sign-in';
import { logAccess } from '../../../platform/db/access-log.ts';
import type { Database } from '../../../platform/db/database.ts';
import type { Continued, Issuer, OpenSession } from '../../../platform/identity/issuer.ts';
import { hashPassword } from '../../../platform/identity/password-hash.ts';
import { isGuessable } from '../../../platform/identity/password-strength.ts';
import type { SecondSteps } from '../../../platform/identity/second-step/second-steps.ts';
import type { Throttle } from '../../../platform/identity/throttle.ts';
import type { TokenVerifier } from '../../../platform/identity/token-verifier.ts';
import { isId } from '../../../platform/ids.ts';
import { parseInput } from '../../../platform/input.ts';
import { withoutSlot } from '../../../platform/slot.ts';
import { getProfile } from '../accounts/identity-accounts.ts';
import type { IdentityLinks } from '../accounts/identity-links.ts';
import * as repository from '../identity.repository.ts';
import { actorOf, type BrowserRequest, IDENTITY, type Principals, type RequestHead } from '../identity-principal.ts';
import type { CookieJar } from './identity-cookies.ts';
import type { SessionOpener, WithCookies } from './identity-session-opener.ts';
import type { SignIns } from './identity-sign-ins.ts';

/** Signing in and out, and what a browser then holds. Inputs are bodies of requests; they are parsed here. */
export interface IdentitySessions {
  identify(input: unknown, request: BrowserRequest): Promise<Identified>;
  signIn(input: unknown, request: BrowserRequest): Promise<WithCookies<SignInOutcome>>;
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
  readonly issuer: Issuer;
  readonly handoffVerifier: TokenVerifier;
  readonly throttle: Throttle;
  readonly jar: CookieJar;
  readonly principals: Principals;
  readonly links: Pick<IdentityLinks, 'notifyPasswordChanged'>;
  readonly opener: SessionOpener;
  readonly signIns: Pick<SignIns, 'afterFirstStep'>;
  readonly steps: Pick<SecondSteps, 'find'>;
  readonly delay: (milliseconds: number) => Promise<unknown>;
}

export function createSessions({
  db,
  issuer,
  handoffVerifier,
  throttle,
  jar,
  principals,
  links,
  opener,
  signIns,
  steps,
  delay,
}: SessionDeps): IdentitySessions {
  /** @throws {AppError} `auth.sessionEnded` also when the token had been replaced: then the session is over for everybody */
  async function continueSession(token: string | undefined): Promise<OpenSession> {
    const continued: Continued = token === undefined ? { kind: 'ended' } : await issuer.continueSession(token);
    if (continued.kind === 'open') return continued.session;
    if (continued.kind === 'reused') {
      principals.forgetSession(continued.subject, continued.id);
      const profile = await db.as(IDENTITY, (tx) => repository.findByAccount(tx, issuer.accessTokens.issuer, continued.subject), {
        readonly: true,
      });
      await opener.note('auth.sessionReused', profile ?? null);
    }
    throw new AppError('auth.sessionEnded');
  }

  return {
    async identify(input, { ip }) {
      const { email } = parseInput(identifyRule, input);
      const holdBack = await throttle.identify(ip);
      if (holdBack > 0) await withoutSlot(() => delay(holdBack));
      const methods = await issuer.findMethods(email);
      return { known: methods !== undefined, methods: [...(methods ?? [])] };
    },

    async signIn(input, request) {
      const proven = await opener.provePassword(parseInput(signInRule, input), request);
      return signIns.afterFirstStep({ ...proven, provider: 'password', link: null }, request);
    },

    async refresh(request) {
      const token = jar.readSessionToken(request.headers.cookie);
      const session = await continueSession(token);
      const profile = await db.as(IDENTITY, (tx) => repository.findByAccount(tx, issuer.accessTokens.issuer, session.subject), {
        readonly: true,
      });
      if (!profile || profile.isClosed) {
        await issuer.endSession(session.subject, session.id);
        throw new AppError('auth.sessionEnded');
      }
      return opener.issueCookies({ session, profile }, false);
    },

    async signOut(request) {
      const token = jar.readSessionToken(request.headers.cookie);
      const ended = token === undefined ? undefined : await issuer.endByToken(token);
      if (ended) {
        principals.forgetSession(ended.subject, ended.id);
        const profile = await db.as(IDENTITY, (tx) => repository.findByAccount(tx, issuer.accessTokens.issuer, ended.subject), {
          readonly: true,
        });
        if (profile) await opener.note('auth.signOut', profile);
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
      // A link is one step: it opens nothing of an account that has two (docs/decisions/0018).
      const { totpSince, passkeys } = await steps.find(subject);
      if (totpSince !== null || passkeys.length > 0) throw new AppError('auth.handoffInvalid');
      const opened = await opener.forAccount({ subject, provider: 'handoff', passwordHash: null }, request);
      await opener.note('auth.handoff', opened.profile);
      return opener.issueCookies(opened, false);
    },

    async changePassword(input, request) {
      const { profile, token, sessionId } = await principals.getSignedIn(request);
      const { current, next } = parseInput(changePasswordRule, input);
      const sessionToken = jar.readSessionToken(request.headers.cookie);
      const known = sessionToken === undefined ? undefined : await issuer.findSession(sessionToken);
      if (known?.id !== sessionId) throw new AppError('auth.sessionEnded');
      const ticket = await throttle.signIn({ email: profile.userName, ipAddress: request.ip, device: null });
      const proof = await issuer.verifyPassword(token.subject, current);
      if (!proof) throw new AppError('auth.invalidCredentials');
      await ticket.succeeded();
      if (await isGuessable(next, [profile.userName, profile.firstName, profile.lastName])) throw new AppError('auth.passwordBreached');
      // Somebody else was faster, with the same old password: it is not the password any more.
      const replaced = await issuer.setPassword(token.subject, await hashPassword(next), { proof, keepSession: sessionId });
      if (!replaced) throw new AppError('auth.invalidCredentials');
      await principals.endTokens(profile.id, true);
      await db.as(IDENTITY, async (tx) => {
        await logAccess(tx, actorOf(profile), 'auth.passwordChanged', 'profiles', null, profile.id);
        await links.notifyPasswordChanged(tx, profile.id);
      });
      return opener.issueCookies({ session: await continueSession(sessionToken), profile: await getProfile(db, profile.id) }, true);
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
      await opener.note('auth.sessionRevoked', profile);
    },

    clearedCookies: () => jar.clear(),
  };
}
