import type { Clock } from '@checkwell/domain/clock';
import { AppError } from '@checkwell/domain/errors';
import { decodeJwt, decodeProtectedHeader, errors, type JWTPayload, jwtVerify } from 'jose';
import type { MicrosoftRegistration } from '../../../config/identity.ts';
import { isId } from '../../ids.ts';
import type { JwksCache } from '../jwks.ts';

/** A person as Microsoft proved them. `issuer` and `objectId` are the key of the account; everything else may change or be shared. */
export interface MicrosoftIdentity {
  readonly issuer: string;
  readonly objectId: string;
  /** Lower case; null unless the address is proven to be this person's. */
  readonly email: string | null;
  readonly firstName: string;
  readonly lastName: string;
}

/** What one sign-in with Microsoft proved. */
export interface MicrosoftProof extends MicrosoftIdentity {
  /** Microsoft asked for two steps itself: value `mfa` (RFC 8176) in claim `amr`. */
  readonly multiFactor: boolean;
}

/** Clocks of Microsoft and of this machine may differ by this much. */
const CLOCK_TOLERANCE_SECONDS = 60;
/** An id_token is read in the moment in which it was made; an older one was kept by somebody. */
const OLDEST_TOKEN_SECONDS = 600;
const MAX_TOKEN_LENGTH = 16 * 1024;
const MAX_NAME_LENGTH = 100;
const MAX_EMAIL_LENGTH = 254;
/** The tenant of personal accounts: anybody makes one with any name, so `organizations` does not mean them. */
const PERSONAL_TENANT = '9188040d-6c67-4ad5-b862-9f0a0b32fbb2';

/** An answer of Microsoft that proves nothing. The reason is for the log alone. */
export const refused = (reason: string, cause?: unknown): AppError =>
  new AppError('auth.microsoftFailed', {}, { cause: new Error(reason, { cause }) });

/** The one issuer whose tokens count for this tenant. */
export const issuerOf = ({ issuerBase }: MicrosoftRegistration, tenantId: string): string => `${issuerBase}/${tenantId}/v2.0`;

/**
 * Checks an id_token in every respect, whatever brought it (security.md, A8): signature by one algorithm with a published key, issuer,
 * audience, time, nonce and tenant. Nothing in the token chooses how it is verified.
 * @param nonce what was sent to Microsoft for this sign-in
 * @throws {AppError} `auth.microsoftFailed`; `auth.unavailable` when the keys cannot be had
 */
export async function verifyIdToken(
  token: string,
  { registration, keys, nonce, clock }: { registration: MicrosoftRegistration; keys: JwksCache; nonce: string; clock: Clock },
): Promise<MicrosoftProof> {
  const { kid, tenantId } = announced(token);
  const single = registration.tenant !== 'organizations';
  if (single && tenantId !== registration.tenant) throw refused('The id_token is of another tenant.');
  if (!single && tenantId === PERSONAL_TENANT) throw refused('The id_token is of a personal account.');
  const issuer = issuerOf(registration, tenantId);
  const key = await keys.keysFor(kid);
  let claims: JWTPayload;
  try {
    const verified = await jwtVerify(token, key, {
      algorithms: ['RS256'],
      issuer,
      audience: registration.clientId,
      requiredClaims: ['iat', 'exp', 'nonce', 'oid', 'tid', 'sub'],
      clockTolerance: CLOCK_TOLERANCE_SECONDS,
      maxTokenAge: OLDEST_TOKEN_SECONDS,
      currentDate: clock.now(),
    });
    claims = verified.payload;
  } catch (error) {
    if (error instanceof errors.JOSEError) throw refused(`The id_token is not valid: ${error.code}.`, error);
    throw error;
  }
  // `audience` is content with a list that names us among others: such a token may serve for signing in elsewhere too.
  if (claims.aud !== registration.clientId) throw refused('The id_token is for several audiences.');
  if (claims.azp !== undefined && claims.azp !== registration.clientId) throw refused('The id_token was asked for by another application.');
  if (claims.nonce !== nonce) throw refused('The id_token is of another sign-in: its nonce differs.');
  if (typeof claims.oid !== 'string' || !isId(claims.oid)) throw refused('The id_token names no account.');
  const multiFactor = Array.isArray(claims.amr) && claims.amr.includes('mfa');
  return { issuer, objectId: claims.oid.toLowerCase(), email: provenEmail(claims, single), ...namesOf(claims), multiFactor };
}

/**
 * Claims of the token before it is verified: used to choose among published keys, and to name the tenant that
 * the verified issuer must then agree with. Keys and addresses in the header are never read.
 */
function announced(token: string): { kid: string; tenantId: string } {
  try {
    if (token.length <= MAX_TOKEN_LENGTH) {
      const { kid, crit, typ = 'JWT' } = decodeProtectedHeader(token);
      const { tid } = decodeJwt(token);
      // An ID token that names its type names this one; an access token has another.
      const readable = typ.toUpperCase() === 'JWT' && crit === undefined;
      if (readable && typeof kid === 'string' && typeof tid === 'string' && isId(tid)) return { kid, tenantId: tid.toLowerCase() };
    }
  } catch {
    // not a JWT at all: same answer
  }
  throw refused('The id_token cannot be read.');
}

/**
 * Claim `email` is whatever an administrator of the tenant typed (nOAuth). It counts when Microsoft says that the owner of its domain
 * vouches for it, or when the tenant is our customer's own and the person is no guest there.
 */
function provenEmail(claims: JWTPayload, ownTenant: boolean): string | null {
  const { email } = claims;
  if (typeof email !== 'string' || email.length > MAX_EMAIL_LENGTH || !/^[^\s@<>"]+@[^\s@<>"]+$/.test(email)) return null;
  const vouched = [claims.xms_edov, claims.email_verified].some(
    (claim) => claim === true || claim === 1 || claim === '1' || claim === 'true',
  );
  const member = ownTenant && claims.idp === undefined && claims.acct !== 1;
  return vouched || member ? email.toLowerCase() : null;
}

function namesOf({ given_name, family_name, name }: JWTPayload): Pick<MicrosoftIdentity, 'firstName' | 'lastName'> {
  const full = line(name);
  const firstName = line(given_name) || full.slice(0, Math.max(0, full.indexOf(' ')));
  return { firstName, lastName: line(family_name) || full.slice(full.indexOf(' ') + 1) };
}

const line = (claim: unknown): string =>
  typeof claim === 'string'
    ? claim
        .replaceAll(/\p{C}+/gu, ' ')
        .trim()
        .slice(0, MAX_NAME_LENGTH)
    : '';
