import type { SecondStepStaff } from '@checkwell/domain/identity/second-step';
import type { TOKEN_ALGORITHMS, Values } from './variables.ts';

/** Whose access tokens the API accepts beside those of the embedded issuer (design.md 5). */
export interface IdentityConfig {
  readonly external: ExternalIssuer | null;
  /** Tokens of the embedded issuer count only together with the HttpOnly cookie of their browser. */
  readonly bindTokens: boolean;
  /** People of the provider who must have a second step to sign in (docs/decisions/0018). */
  readonly secondStepFor: ReadonlySet<SecondStepStaff>;
}

/** An OpenID Connect issuer. Its users are the profiles with this issuer and their subject. */
export interface ExternalIssuer {
  readonly issuer: string;
  readonly audience: string;
  readonly jwksUrl: string;
  readonly algorithm: (typeof TOKEN_ALGORITHMS)[number];
  /** Header `typ` of its access tokens. */
  readonly tokenType: string;
  /** Claim that names the account. */
  readonly subjectClaim: string;
}

/** This application as Microsoft Entra ID knows it. */
export interface MicrosoftRegistration {
  /** A tenant's id, lower case; `organizations`: work and school accounts of every tenant. */
  readonly tenant: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Where its endpoints are found, without the tenant. */
  readonly authority: string;
  /** What claim `iss` begins with, before the tenant. For Entra ID the same as `authority`. */
  readonly issuerBase: string;
}

const ENTRA = 'https://login.microsoftonline.com';

/** An issuer beside the embedded one, described whole or not at all. */
export function externalIssuer(values: Values, errors: string[]): ExternalIssuer | null {
  const { IDENTITY_ISSUER: issuer, IDENTITY_AUDIENCE: audience, IDENTITY_JWKS_URL: jwksUrl } = values;
  if (issuer === undefined && audience === undefined && jwksUrl === undefined) return null;
  if (issuer === undefined || audience === undefined || jwksUrl === undefined) {
    errors.push('IDENTITY_ISSUER, IDENTITY_AUDIENCE and IDENTITY_JWKS_URL must be set together.');
    return null;
  }
  if (values.NODE_ENV === 'production' && new URL(jwksUrl).protocol !== 'https:')
    errors.push('IDENTITY_JWKS_URL must begin with https:// in production.');
  return {
    issuer,
    audience,
    jwksUrl,
    algorithm: values.IDENTITY_ALGORITHM ?? 'ES256',
    tokenType: values.IDENTITY_TOKEN_TYPE ?? 'at+jwt',
    subjectClaim: values.IDENTITY_SUBJECT_CLAIM ?? 'sub',
  };
}

/** What Entra ID knows this application by, whole or not at all. */
export function microsoftRegistration(values: Values, errors: string[]): MicrosoftRegistration | null {
  const { MICROSOFT_TENANT_ID: tenant, MICROSOFT_CLIENT_ID: clientId, MICROSOFT_CLIENT_SECRET: clientSecret } = values;
  if (tenant === undefined && clientId === undefined && clientSecret === undefined) return null;
  if (tenant === undefined || clientId === undefined || clientSecret === undefined) {
    errors.push('MICROSOFT_TENANT_ID, MICROSOFT_CLIENT_ID and MICROSOFT_CLIENT_SECRET must be set together.');
    return null;
  }
  const authority = values.MICROSOFT_AUTHORITY?.replace(/\/$/, '') ?? ENTRA;
  if (values.NODE_ENV === 'production' && new URL(authority).protocol !== 'https:')
    errors.push('MICROSOFT_AUTHORITY must begin with https:// in production.');
  return { tenant, clientId, clientSecret, authority, issuerBase: authority };
}
