import type { Clock } from '@checkwell/domain/clock';
import { AppError } from '@checkwell/domain/errors';
import { decodeJwt, decodeProtectedHeader, errors, type JWTPayload, jwtVerify } from 'jose';
import { LRUCache } from 'lru-cache';
import { JwksCache, type JwksSource } from './jwks.ts';

/** What a verified token proves. */
export interface VerifiedToken {
  readonly issuer: string;
  /** The account at the issuer; with `issuer` the key of a profile. */
  readonly subject: string;
  /** Session of the embedded issuer; null for other issuers. */
  readonly sessionId: string | null;
  /** Version of the account when the token was made; null for issuers that have none. */
  readonly version: number | null;
  /** SHA-256, base64url, of the cookie that must come with the token; null when the token is bound to none. */
  readonly fingerprint: string | null;
  readonly tokenId: string | null;
  /** How the user signed in, as the issuer names it. */
  readonly provider: string | null;
  readonly expiresAt: Date;
}

/** Names of the claims at an issuer; null: the issuer has no such claim. */
export interface ClaimMap {
  readonly subject: string;
  readonly sessionId: string | null;
  readonly version: string | null;
  readonly fingerprint: string | null;
  readonly provider: string | null;
}

/** An issuer whose tokens are accepted. One algorithm, one type: nothing in the token chooses how it is verified. */
export interface TrustedIssuer {
  readonly issuer: string;
  readonly audience: string;
  readonly algorithm: 'ES256' | 'ES384' | 'EdDSA' | 'RS256' | 'PS256';
  /** Header `typ`, such as `at+jwt` (RFC 9068). */
  readonly type: string;
  readonly jwks: JwksSource;
  readonly claims: ClaimMap;
}

/** The port: the API knows of identity what is here, and nothing of who issues the tokens. */
export interface TokenVerifier {
  /**
   * @throws {AppError} `auth.tokenInvalid` (401) for a bad token; `auth.unavailable` (503) when it cannot be checked
   */
  verify(token: string): Promise<VerifiedToken>;
}

/** Our own clocks differ by less than a second; an external issuer's by this much at most. */
const CLOCK_TOLERANCE_SECONDS = 5;
const MAX_TOKEN_LENGTH = 8192;

/** A browser sends the same token with each request of ten minutes; checking its signature once takes a tenth of a millisecond off the others. */
const MAX_REMEMBERED = 5000;
/** Not longer than keys stay fresh: a key that is withdrawn takes its tokens with it. */
const REMEMBERED_MS = 5 * 60_000;

export function createTokenVerifier(options: { issuers: readonly TrustedIssuer[]; clock: Clock; elapsed?: () => number }): TokenVerifier {
  const { clock, elapsed = () => performance.now() } = options;
  const issuers = new Map(options.issuers.map((trusted) => [trusted.issuer, { trusted, keys: new JwksCache(trusted.jwks) }]));
  /** Verified tokens. The key is the whole text of the token, so that nothing in it can differ from what was verified. */
  const remembered = new LRUCache<string, VerifiedToken>({
    max: MAX_REMEMBERED,
    ttl: REMEMBERED_MS,
    ttlResolution: 0,
    perf: { now: elapsed },
  });

  async function verify(token: string): Promise<VerifiedToken> {
    const { kid, issuer } = announced(token);
    const known = issuers.get(issuer);
    if (!known) throw new AppError('auth.tokenInvalid');
    const { trusted } = known;
    const key = await known.keys.keysFor(kid);
    try {
      const { payload } = await jwtVerify(token, key, {
        algorithms: [trusted.algorithm],
        issuer: trusted.issuer,
        audience: trusted.audience,
        typ: trusted.type,
        requiredClaims: ['exp', 'iat', trusted.claims.subject],
        clockTolerance: CLOCK_TOLERANCE_SECONDS,
        currentDate: clock.now(),
      });
      return read(payload, trusted);
    } catch (error) {
      if (error instanceof errors.JOSEError) throw new AppError('auth.tokenInvalid', {}, { cause: error });
      throw error;
    }
  }

  return {
    async verify(token) {
      const known = remembered.get(token);
      if (known && known.expiresAt.getTime() + CLOCK_TOLERANCE_SECONDS * 1000 > clock.now().getTime()) return known;
      const verified = await verify(token);
      remembered.set(token, verified);
      return verified;
    },
  };
}

/**
 * Claims of the token before it is verified: only used to choose among trusted issuers and
 * their published keys. Keys and addresses in the header (jwk, jku, x5u, x5c) are never read.
 */
function announced(token: string): { kid: string; issuer: string } {
  try {
    if (token.length <= MAX_TOKEN_LENGTH) {
      const { kid, crit } = decodeProtectedHeader(token);
      const { iss } = decodeJwt(token);
      if (typeof kid === 'string' && typeof iss === 'string' && crit === undefined) return { kid, issuer: iss };
    }
  } catch {
    // not a JWT at all: same answer
  }
  throw new AppError('auth.tokenInvalid');
}

function read(payload: JWTPayload, { issuer, claims }: TrustedIssuer): VerifiedToken {
  const subject = payload[claims.subject];
  if (typeof subject !== 'string' || subject === '' || payload.exp === undefined) throw new AppError('auth.tokenInvalid');
  return {
    issuer,
    subject,
    sessionId: claim(payload, claims.sessionId, 'string'),
    version: claim(payload, claims.version, 'number'),
    fingerprint: claim(payload, claims.fingerprint, 'string'),
    tokenId: payload.jti ?? null,
    provider: claim(payload, claims.provider, 'string'),
    expiresAt: new Date(payload.exp * 1000),
  };
}

interface ClaimTypes {
  string: string;
  number: number;
}

/** @throws {AppError} when a claim that this issuer must set is missing or of another type */
function claim<Type extends keyof ClaimTypes>(payload: JWTPayload, name: string | null, type: Type): ClaimTypes[Type] | null {
  if (name === null) return null;
  const value = payload[name];
  if (typeof value !== type) throw new AppError('auth.tokenInvalid');
  return value as ClaimTypes[Type];
}
