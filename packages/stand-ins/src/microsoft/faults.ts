import { createPublicKey, randomUUID } from 'node:crypto';
import { type CryptoKey, exportJWK, type JWTHeaderParameters, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose';

/** Two key pairs: `published` is in the issuer's key set, `foreign` is not. */
export interface TestKeys {
  /** `kid` of the published key; every new key has another. */
  readonly keyId: string;
  readonly published: { readonly publicKey: CryptoKey; readonly privateKey: CryptoKey };
  readonly foreign: { readonly publicKey: CryptoKey; readonly privateKey: CryptoKey };
}

const HOUR = 3600;

interface Forgery {
  readonly claims?: (claims: Claims) => JWTPayload;
  readonly header?: (keys: TestKeys) => Partial<JWTHeaderParameters> | Promise<Partial<JWTHeaderParameters>>;
  readonly foreignKey?: boolean;
  /** Changes the signed token, or replaces it. */
  readonly token?: (token: string, claims: Claims, keys: TestKeys) => string | Promise<string>;
}

/** Claims of an id_token as Entra ID issues it. */
type Claims = JWTPayload & { readonly iss: string; readonly aud: string; readonly iat: number; readonly exp: number };

const without = (...names: readonly string[]) => ({
  claims: (claims: Claims): JWTPayload => Object.fromEntries(Object.entries(claims).filter(([name]) => !names.includes(name))),
});
const withClaims = (change: (claims: Claims) => Record<string, unknown>) => ({
  claims: (claims: Claims): JWTPayload => ({ ...claims, ...change(claims) }),
});

const encodePart = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Id_tokens with exactly one defect each; everything else in them is valid. */
export const FORGERIES = {
  foreignKey: { foreignKey: true },
  foreignKeyInHeader: { foreignKey: true, header: async ({ foreign }) => ({ jwk: await exportJWK(foreign.publicKey) }) },
  foreignKeySet: { foreignKey: true, header: () => ({ jku: 'https://keys.attacker.example/jwks' }) },
  unknownKeyId: { foreignKey: true, header: () => ({ kid: 'nobody-published-this' }) },
  // jose omits an undefined `kid`, which its type does not allow.
  noKeyId: { header: () => ({ kid: undefined as unknown as string }) },
  unsigned: { token: (_token, claims) => new UnsecuredJWT(claims).encode() },
  unsignedWithKeyId: {
    token: (_token, claims, { keyId }) => `${encodePart({ alg: 'none', typ: 'JWT', kid: keyId })}.${encodePart(claims)}.`,
  },
  publicKeyAsSecret: {
    async token(_token, claims, { published, keyId }) {
      const pem = createPublicKey({ key: await exportJWK(published.publicKey), format: 'jwk' }).export({ type: 'spki', format: 'pem' });
      return new SignJWT(claims).setProtectedHeader({ alg: 'HS256', typ: 'JWT', kid: keyId }).sign(Buffer.from(pem));
    },
  },
  changedAfterSigning: {
    token(token, claims) {
      const [head, , signature] = token.split('.');
      return `${head}.${encodePart({ ...claims, oid: randomUUID() })}.${signature}`;
    },
  },
  removedSignature: { token: (token) => token.slice(0, token.lastIndexOf('.') + 1) },
  criticalHeader: { header: () => ({ crit: ['urn:unknown'], 'urn:unknown': true }) },
  accessTokenType: { header: () => ({ typ: 'at+jwt' }) },
  otherIssuer: withClaims(() => ({ iss: 'https://login.attacker.example/v2.0' })),
  issuerOfOtherTenant: withClaims(({ iss, tid }) => ({ iss: iss.replace(String(tid), '99999999-8888-4777-8666-555555555555') })),
  issuerWithoutVersion: withClaims(({ iss }) => ({ iss: iss.replace('/v2.0', '/') })),
  noIssuer: without('iss'),
  otherAudience: withClaims(() => ({ aud: '99999999-8888-4777-8666-555555555555' })),
  audienceOfGraph: withClaims(() => ({ aud: '00000003-0000-0000-c000-000000000000' })),
  severalAudiences: withClaims(({ aud }) => ({ aud: [aud, '99999999-8888-4777-8666-555555555555'] })),
  noAudience: without('aud'),
  otherApplication: withClaims(() => ({ azp: '99999999-8888-4777-8666-555555555555' })),
  expired: withClaims(({ iat }) => ({ iat: iat - 300, nbf: iat - 300, exp: iat - 120 })),
  noExpiry: without('exp'),
  notYetValid: withClaims(({ iat }) => ({ nbf: iat + 600 })),
  old: withClaims(({ iat }) => ({ iat: iat - HOUR, nbf: iat - HOUR })),
  issuedInTheFuture: withClaims(({ iat }) => ({ iat: iat + 600 })),
  noIssueTime: without('iat'),
  otherNonce: withClaims(() => ({ nonce: 'of-another-sign-in' })),
  noNonce: without('nonce'),
  otherTenant: withClaims(() => ({ tid: '99999999-8888-4777-8666-555555555555' })),
  personalTenant: withClaims(({ iss, tid }) => ({
    tid: '9188040d-6c67-4ad5-b862-9f0a0b32fbb2',
    iss: iss.replace(String(tid), '9188040d-6c67-4ad5-b862-9f0a0b32fbb2'),
  })),
  invalidTenant: withClaims(() => ({ tid: '../common' })),
  noTenant: without('tid'),
  noObjectId: without('oid'),
  invalidObjectId: withClaims(() => ({ oid: 'admin@demo.checkwell.example' })),
  objectIdIsNotText: withClaims(({ oid }) => ({ oid: [oid] })),
  noSubject: without('sub'),
  tooLong: withClaims(() => ({ groups: Array.from({ length: 500 }, () => randomUUID()) })),
  noToken: { token: () => 'this is no token' },
} as const satisfies Record<string, Forgery>;

/** Faults of the protocol outside of the id_token. */
export const PROTOCOL_FAULTS = [
  // in the browser window
  'wrongState',
  'denied',
  'locked',
  'serverError',
  'temporarilyUnavailable',
  // at the token endpoint
  'tokenMissing',
  'tokenRefused',
  'tokenFails',
  'tokenIsNotJson',
  'tokenRedirects',
  'tokenHangs',
  'tokenTooLarge',
  // at the other endpoints
  'keysFail',
  'discoveryFails',
  'discoveryOfOtherIssuer',
  'endpointElsewhere',
] as const;

export type TestFault = keyof typeof FORGERIES | (typeof PROTOCOL_FAULTS)[number];
export const TEST_FAULTS = [...PROTOCOL_FAULTS, ...Object.keys(FORGERIES)] as readonly TestFault[];

export const isTestFault = (text: string | null): text is TestFault => TEST_FAULTS.some((fault) => fault === text);

/** Signs an id_token with these claims, and gives it the defect that `fault` names, if any. */
export async function signIdToken(claims: Claims, keys: TestKeys, fault: TestFault | null): Promise<string> {
  const forgery: Forgery = fault !== null && fault in FORGERIES ? FORGERIES[fault as keyof typeof FORGERIES] : {};
  const header = { alg: 'RS256', typ: 'JWT', kid: keys.keyId, ...(await forgery.header?.(keys)) };
  const payload = forgery.claims?.(claims) ?? claims;
  const token = await new SignJWT(payload)
    .setProtectedHeader(header)
    .sign(forgery.foreignKey ? keys.foreign.privateKey : keys.published.privateKey, header.crit && { crit: { 'urn:unknown': true } });
  return forgery.token ? forgery.token(token, claims, keys) : token;
}
