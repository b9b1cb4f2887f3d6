import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Clock } from '@checkwell/domain/clock';
import { AppError } from '@checkwell/domain/errors';
import { API_TOKEN, apiTokenState } from '@checkwell/domain/identity/api-token';
import type { Actor } from '@checkwell/domain/policy';
import type { Config } from '../../config.ts';
import { TtlCache } from '../../platform/caching/ttl-cache.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Issuer, SessionStatus } from '../../platform/identity/issuer.ts';
import type { Throttle } from '../../platform/identity/throttle.ts';
import type { TokenVerifier, VerifiedToken } from '../../platform/identity/token-verifier.ts';
import * as repository from './identity.repository.ts';
import type { CookieJar } from './sessions/identity-cookies.ts';

/** The parts of a request that identify the caller. */
export interface RequestHead {
  readonly headers: IncomingHttpHeaders;
  /** Where it comes from, as far as the server knows. */
  readonly ip?: string;
  /** Set by what asks again and again for itself: what was known a moment ago does not count. */
  readonly fresh?: true;
}

/** A browser's request, with the address that it comes from. */
export interface BrowserRequest extends RequestHead {
  readonly ip: string;
}

/** A request's proven account. */
export interface Principal {
  readonly token: VerifiedToken;
  readonly profile: repository.AccountProfile;
  /** Whether the account must have a second step. */
  readonly secondStepRequired: boolean;
  /** Whether nothing but setting a second step up is open to this session. */
  readonly secondStepMissing: boolean;
}

/** A profile, and when the credentials end that it was authenticated by. */
export interface Authentication {
  readonly profile: repository.AccountProfile;
  readonly endsAt: Date;
}

interface Known {
  readonly profile: repository.AccountProfile | undefined;
  /** Undefined: it has ended. Sessions of other issuers are looked after there, and so are their second steps. */
  readonly session: SessionStatus | undefined;
}

const ELSEWHERE: SessionStatus = { secondStep: true, hasSecondStep: false };

/** Tells who asks, and remembers it for a moment. */
export interface Principals {
  /** The profile of a request, of a person or of a program; undefined when it asks anonymously. @throws {AppError} as `Identity.authenticate` */
  findProfile(request: RequestHead): Promise<repository.AccountProfile | undefined>;
  /** The same with its end: of the access token, or of the program's token. */
  findAuthentication(request: RequestHead): Promise<Authentication | undefined>;
  /** The account behind a request, with its session here. @throws {AppError} for all others, and when its second step is missing */
  getSignedIn(request: RequestHead): Promise<Principal & { readonly sessionId: string }>;
  /** The same also while the second step is missing: for what sets it up. */
  getOwner(request: RequestHead): Promise<Principal & { readonly sessionId: string }>;
  /** After a change of rights: the next request of this profile sees it (in other processes within two seconds). */
  forgetProfile(profileId: string): void;
  /** The same for one session of the embedded issuer. */
  forgetSession(subject: string, sessionId: string): void;
  /**
   * Tokens of this profile that were made before are refused from now on.
   * @param keepingSession those of a session that goes on are refused a moment later (`FORMER_TOKENS_MS`)
   */
  endTokens(profileId: string, keepingSession?: boolean): Promise<void>;
}

/** For how long an answer of the database about who somebody is may be used again: revocation takes effect within this time. */
const RECENT_MS = 2000;
/**
 * For how long tokens of a session that goes on still count after the version has risen: what its tabs ask before the answer with the new token has
 * reached them would be refused otherwise, and a 401 signs the browser out (specification, section 4). With what a stream may outlive its end, less than
 * revocation may take (security.md, S2: 5 s).
 */
const FORMER_TOKENS_MS = 2000;
/** How exactly the last use of an API token is known: writing it down at each request would cost more than the request. */
const USE_NOTED_MS = 60_000;
/** The actor in whose name queries about accounts run. */
export const IDENTITY: Actor = { kind: 'system', name: 'identity' };

export interface PrincipalDeps {
  readonly config: Pick<Config, 'identity'>;
  readonly db: Database;
  readonly clock: Clock;
  readonly throttle: Pick<Throttle, 'wrongToken'>;
  readonly issuer: Issuer;
  readonly verifier: TokenVerifier;
  readonly jar: CookieJar;
}

export function createPrincipals({ config, db, clock, throttle, issuer, verifier, jar }: PrincipalDeps): Principals {
  const recent = new TtlCache<Known>(RECENT_MS);
  const keyOf = (name: string, subject: string, sessionId: string | null): string => JSON.stringify([name, subject, sessionId]);

  /**
   * The program behind an API token. Asked of the database each time: a token that is withdrawn opens nothing from that moment,
   * in every process.
   */
  async function program(token: string, ip: string | undefined): Promise<Authentication> {
    const tokenHash = createHash('sha256').update(token).digest();
    const now = clock.now();
    const found = await db.as(
      IDENTITY,
      async (tx) => {
        const known = await repository.findTokenByHash(tx, tokenHash);
        const profile = known && (await repository.findById(tx, known.profileId));
        return known && profile && { known, profile };
      },
      { readonly: true },
    );
    if (!found || apiTokenState(found.known, now) !== 'active' || found.profile.isClosed) {
      if (ip !== undefined) await throttle.wrongToken(ip);
      throw new AppError('auth.tokenInvalid');
    }
    const { lastUsedAt } = found.known;
    if (lastUsedAt === null || now.getTime() - lastUsedAt.getTime() >= USE_NOTED_MS) {
      await db.as(IDENTITY, (tx) => repository.setTokenUsed(tx, found.known, now));
    }
    return { profile: found.profile, endsAt: found.known.expiresAt };
  }

  async function principal(request: RequestHead): Promise<Principal | undefined> {
    const bearer = bearerOf(request.headers.authorization);
    if (bearer === undefined) return undefined;
    // Sessions, passwords and devices are people's.
    if (bearer.startsWith(API_TOKEN.prefix)) throw new AppError('access.forbidden');
    const token = await verifier.verify(bearer);
    if (token.fingerprint !== null && config.identity.bindTokens && !jar.hasFingerprint(request.headers.cookie, token.fingerprint)) {
      throw new AppError('auth.tokenInvalid');
    }
    const { profile, session } = await validate(token, request.fresh);
    const secondStepRequired = profile.companyRequiresSecondStep || isStaffWithSecondStep(profile.kind);
    // A session from before the second step was set up elsewhere is worth nothing more.
    const secondStepMissing = !session.secondStep && (secondStepRequired || session.hasSecondStep);
    return { token, profile, secondStepRequired, secondStepMissing };
  }

  const isStaffWithSecondStep = (kind: repository.AccountProfile['kind']): boolean =>
    kind !== 'employer' && config.identity.secondStepFor.has(kind);

  /** @throws {AppError} when the account, the session or the token's version is not valid any more */
  async function validate(token: VerifiedToken, fresh?: true): Promise<{ profile: repository.AccountProfile; session: SessionStatus }> {
    const key = keyOf(token.issuer, token.subject, token.sessionId);
    let { profile, session } = await recent.get(key, () => load(token), fresh);
    if (profile && token.version !== null && token.version > profile.sessionVersion) {
      recent.drop(key); // what was remembered is older than the token
      ({ profile, session } = await recent.get(key, () => load(token)));
    }
    if (!session) throw new AppError('auth.sessionEnded');
    if (!profile) throw new AppError('access.forbidden');
    if (profile.isClosed || (token.version !== null && token.version !== profile.sessionVersion && formerUntil(token, profile) === null))
      throw new AppError('auth.sessionEnded');
    return { profile, session };
  }

  /** Until when a token of the version before counts; null: it does not, or is none. Its session is valid: that was checked. */
  function formerUntil(
    { version, sessionId }: VerifiedToken,
    { sessionVersion, formerTokensUntil: until }: repository.AccountProfile,
  ): Date | null {
    return sessionId !== null && version === sessionVersion - 1 && until !== null && until > clock.now() ? until : null;
  }

  async function load({ issuer: name, subject, sessionId }: VerifiedToken): Promise<Known> {
    const [profile, session] = await Promise.all([
      db.as(IDENTITY, (tx) => repository.findByAccount(tx, name, subject), { readonly: true }),
      sessionId === null ? ELSEWHERE : issuer.findSessionStatus(sessionId, subject),
    ]);
    return { profile, session };
  }

  /** @throws {AppError} `auth.secondStepRequired` */
  function complete<Found extends Principal>(found: Found): Found {
    if (found.secondStepMissing) throw new AppError('auth.secondStepRequired');
    return found;
  }

  async function owner(request: RequestHead): Promise<Principal & { sessionId: string }> {
    const found = await principal(request);
    if (!found) throw new AppError('access.unauthenticated');
    // Sessions and passwords of other issuers are kept there.
    if (found.token.sessionId === null) throw new AppError('access.forbidden');
    return { ...found, sessionId: found.token.sessionId };
  }

  const forgetProfile = (profileId: string): void => recent.dropWhere(({ profile }) => profile?.id === profileId);

  async function findAuthentication(request: RequestHead): Promise<Authentication | undefined> {
    const bearer = bearerOf(request.headers.authorization);
    if (bearer?.startsWith(API_TOKEN.prefix)) return program(bearer, request.ip);
    const found = await principal(request);
    if (!found) return undefined;
    const { profile } = complete(found);
    return { profile, endsAt: formerUntil(found.token, profile) ?? found.token.expiresAt };
  }

  return {
    findAuthentication,
    findProfile: async (request) => (await findAuthentication(request))?.profile,
    getOwner: owner,
    getSignedIn: async (request) => complete(await owner(request)),
    forgetProfile,
    forgetSession: (subject, sessionId) => recent.drop(keyOf(issuer.accessTokens.issuer, subject, sessionId)),
    async endTokens(profileId, keepingSession = false) {
      const until = keepingSession ? new Date(clock.now().getTime() + FORMER_TOKENS_MS) : null;
      await db.as(IDENTITY, (tx) => repository.raiseSessionVersion(tx, profileId, until));
      forgetProfile(profileId);
    },
  };
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

/** Who this profile is for the policy. */
export function actorOf({ id, userName, kind, doctorId, issuer, memberships }: repository.AccountProfile): Actor {
  const person = { profileId: id, email: userName };
  switch (kind) {
    case 'employer':
      return { kind, ...person, memberships, ...(issuer === API_TOKEN.issuer && { program: true }) };
    case 'planner':
      return { kind, ...person };
    case 'doctor':
      if (doctorId === null) throw new Error('A doctor profile without doctor: the database refuses these.');
      return { kind, ...person, doctorId };
  }
}
