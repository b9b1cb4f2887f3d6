import type { Clock } from '@checkwell/domain/clock';
import { AppError } from '@checkwell/domain/errors';
import type { SessionOpened, SignInInput } from '@checkwell/domain/identity/sign-in';
import { ANONYMOUS } from '@checkwell/domain/policy';
import { logAccess } from '../../../platform/db/access-log.ts';
import type { Database } from '../../../platform/db/database.ts';
import {
  type ClientInfo,
  type FirstStep,
  type Issuer,
  type IssuerSession,
  type OpenSession,
  SESSION_LIMITS,
} from '../../../platform/identity/issuer.ts';
import type { Throttle } from '../../../platform/identity/throttle.ts';
import type { IdentityLinks } from '../accounts/identity-links.ts';
import * as repository from '../identity.repository.ts';
import { actorOf, type BrowserRequest, IDENTITY } from '../identity-principal.ts';
import { ACCESS_TOKEN_SECONDS, type BrowserSession, type CookieJar } from './identity-cookies.ts';

/** An answer together with the cookies that it sets (values of `Set-Cookie`). */
export interface WithCookies<Body> {
  readonly body: Body;
  readonly cookies: readonly string[];
}

/** A session that was just opened, and whose it is. */
export interface Opened {
  readonly session: OpenSession;
  readonly profile: repository.AccountProfile;
}

/** What every way to sign in shares: proving the password, finding the profile, handing out the cookies, writing it down. */
export interface SessionOpener {
  /**
   * Whose password this is; opens nothing yet.
   * @throws {AppError} auth.tooManyAttempts, and as `Issuer.provePassword`
   */
  provePassword(credentials: SignInInput, request: BrowserRequest): Promise<Pick<FirstStep, 'subject' | 'passwordHash'>>;
  /**
   * Opens a session for an account that was proven.
   * @param secondStep whether that took two steps
   * @throws {AppError} as `Issuer.openFor`
   */
  forAccount(first: FirstStep, request: BrowserRequest, secondStep?: boolean): Promise<Opened>;
  /** Tokens and cookies for a session that was just opened or prolonged. */
  issueCookies(opened: Opened, rememberDevice: boolean): Promise<WithCookies<SessionOpened>>;
  /** Writes down what happened to whom; null: nobody known. */
  note(action: string, profile: repository.AccountProfile | null): Promise<void>;
}

export interface SessionOpenerDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly issuer: Issuer;
  readonly throttle: Throttle;
  readonly jar: CookieJar;
  readonly links: Pick<IdentityLinks, 'remindToReset'>;
}

export function createSessionOpener({ db, clock, issuer, throttle, jar, links }: SessionOpenerDeps): SessionOpener {
  /** The profile behind a session; without one that may act, the session ends. */
  async function profileOf(session: IssuerSession): Promise<repository.AccountProfile> {
    const profile = await db.as(IDENTITY, (tx) => repository.findByAccount(tx, issuer.accessTokens.issuer, session.subject), {
      readonly: true,
    });
    if (profile && !profile.isClosed) return profile;
    await issuer.endSession(session.subject, session.id);
    throw new AppError(whyClosed(profile));
  }

  async function hasPassword(email: string): Promise<boolean> {
    const subject = await issuer.findSubject(email);
    return subject !== undefined && (await issuer.hasPassword(subject));
  }

  async function note(action: string, profile: repository.AccountProfile | null): Promise<void> {
    const actor = profile ? actorOf(profile) : ANONYMOUS;
    await db.as(IDENTITY, (tx) => logAccess(tx, actor, action, 'profiles', null, profile?.id ?? null));
  }

  return {
    note,

    async provePassword({ email, password }, request) {
      const ticket = await throttle.signIn({ email, ipAddress: request.ip, device: jar.readDevice(request.headers.cookie, email) });
      try {
        const proven = await issuer.provePassword({ email, password });
        await ticket.succeeded();
        return proven;
      } catch (error) {
        const code = error instanceof AppError ? error.code : undefined;
        if (code === 'auth.invalidCredentials') await note('auth.signInFailed', null);
        // Nothing was proven where there is no password: the attempt counts.
        else if (code === 'auth.accountDisabled' || (code === 'auth.passwordResetRequired' && (await hasPassword(email))))
          await ticket.succeeded();
        else if (code === 'auth.passwordResetRequired') await note('auth.signInFailed', null);
        else await ticket.undecided().catch(() => undefined); // the store is away: what is thrown below tells it
        if (code === 'auth.passwordResetRequired') await links.remindToReset(email);
        throw error;
      }
    },

    async forAccount(first, request, secondStep = false) {
      const session = await issuer.openFor(first, clientOf(request), secondStep);
      return { session, profile: await profileOf(session) };
    },

    async issueCookies({ session, profile }, rememberDevice) {
      const now = clock.now().getTime();
      const tokenEnds = Math.min(now + ACCESS_TOKEN_SECONDS * 1000, session.expiresAt.getTime());
      const accessToken = await issuer.signAccessToken({
        subject: session.subject,
        sessionId: session.id,
        version: profile.sessionVersion,
        fingerprint: jar.fingerprintHash(session.id),
        provider: session.provider,
        expiresAt: new Date(tokenEnds),
      });
      const browser: BrowserSession = {
        accessToken,
        accessTokenSeconds: Math.floor((tokenEnds - now) / 1000),
        sessionId: session.id,
        sessionToken: session.token,
        sessionSeconds: Math.floor((session.createdAt.getTime() + SESSION_LIMITS.absoluteMs - now) / 1000),
        deviceOf: rememberDevice ? profile.userName : null,
      };
      return {
        body: { expiresAt: session.expiresAt.toISOString(), accessTokenExpiresAt: new Date(tokenEnds).toISOString() },
        cookies: jar.set(browser),
      };
    },
  };
}

/** Doctors have no company of their own: the planners decide (docs/decisions/0031). */
function whyClosed(profile: repository.AccountProfile | undefined): 'auth.doctorAccountClosed' | 'auth.noCompany' | 'auth.accountDisabled' {
  if (profile?.kind === 'doctor') return 'auth.doctorAccountClosed';
  return profile?.isOpen && profile.lacksMembership ? 'auth.noCompany' : 'auth.accountDisabled';
}

function clientOf({ ip, headers }: BrowserRequest): ClientInfo {
  return { ipAddress: ip, userAgent: headers['user-agent'] ?? '' };
}
