import { createHmac, createPublicKey } from 'node:crypto';
import { exportJWK, exportSPKI, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import { describe, expect, test } from 'vitest';
import { testClock } from '../../test/clock.ts';
import { createTokenVerifier, type TrustedIssuer } from './token-verifier.ts';

const ISSUER = 'https://login.example.be/tenant';
const AUDIENCE = 'api://checkwell';
const clock = testClock();
const seconds = Math.floor(clock.now().getTime() / 1000);

const ours = await generateKeyPair('ES256', { extractable: true });
const theirs = await generateKeyPair('ES256', { extractable: true });
const rsa = await generateKeyPair('RS256', { extractable: true });
const jwks = {
  keys: [
    { ...(await exportJWK(ours.publicKey)), kid: 'k1', alg: 'ES256' },
    { ...(await exportJWK(rsa.publicKey)), kid: 'rsa', alg: 'RS256' },
  ],
};

const trusted: TrustedIssuer = {
  issuer: ISSUER,
  audience: AUDIENCE,
  algorithm: 'ES256',
  type: 'at+jwt',
  jwks: async () => jwks,
  claims: { subject: 'oid', sessionId: null, version: null, fingerprint: null, provider: null },
};
const verifier = createTokenVerifier({ issuers: [trusted], clock });

const PAYLOAD: JWTPayload = { iss: ISSUER, aud: AUDIENCE, sub: 'pairwise', oid: 'account-1', iat: seconds, exp: seconds + 600 };
const HEADER = { alg: 'ES256', typ: 'at+jwt', kid: 'k1' };

const signed = (payload: JWTPayload = PAYLOAD, header: Record<string, unknown> = HEADER, key = ours.privateKey) =>
  new SignJWT(payload).setProtectedHeader({ alg: 'ES256', ...header }).sign(key);
const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const without = (name: string): JWTPayload => Object.fromEntries(Object.entries(PAYLOAD).filter(([key]) => key !== name));

test('accepts a valid token of any configured OpenID Connect issuer', async () => {
  expect(await verifier.verify(await signed())).toEqual({
    issuer: ISSUER,
    subject: 'account-1',
    sessionId: null,
    version: null,
    fingerprint: null,
    tokenId: null,
    provider: null,
    expiresAt: new Date((seconds + 600) * 1000),
  });
});

describe('refuses with 401', () => {
  const input = `${base64({ ...HEADER, alg: 'HS256' })}.${base64(PAYLOAD)}`;
  const withSecret = (secret: string | Buffer) => `${input}.${createHmac('sha256', secret).update(input).digest('base64url')}`;
  const attacks: [string, () => Promise<string> | string][] = [
    ['no signature (alg none)', () => `${base64({ ...HEADER, alg: 'none' })}.${base64(PAYLOAD)}.`],
    ['no signature (alg None)', () => `${base64({ ...HEADER, alg: 'None' })}.${base64(PAYLOAD)}.`],
    ['the public key as HMAC secret (PEM)', async () => withSecret(await exportSPKI(ours.publicKey))],
    [
      'the public key as HMAC secret (DER)',
      () => withSecret(createPublicKey({ key: jwks.keys[0] ?? {}, format: 'jwk' }).export({ type: 'spki', format: 'der' })),
    ],
    ['an empty HMAC secret', () => withSecret('')],
    [
      'another algorithm, although its key is published',
      () => new SignJWT(PAYLOAD).setProtectedHeader({ ...HEADER, alg: 'RS256', kid: 'rsa' }).sign(rsa.privateKey),
    ],
    ['a foreign key with a known key id', () => signed(PAYLOAD, HEADER, theirs.privateKey)],
    ['an unknown key', () => signed(PAYLOAD, { ...HEADER, kid: 'k2' }, theirs.privateKey)],
    ['no key id', () => signed(PAYLOAD, { typ: 'at+jwt' })],
    ['a key id that is a path', () => signed(PAYLOAD, { ...HEADER, kid: '../../../../dev/null' }, theirs.privateKey)],
    [
      'a key in the header',
      async () => signed(PAYLOAD, { ...HEADER, kid: 'mine', jwk: await exportJWK(theirs.publicKey) }, theirs.privateKey),
    ],
    [
      'an address of keys in the header (jku)',
      () => signed(PAYLOAD, { ...HEADER, kid: 'mine', jku: 'https://evil.example/jwks' }, theirs.privateKey),
    ],
    [
      'an address of a certificate in the header (x5u)',
      () => signed(PAYLOAD, { ...HEADER, kid: 'mine', x5u: 'https://evil.example/cert' }, theirs.privateKey),
    ],
    [
      'an unknown critical header',
      async () => {
        const head = base64({ ...HEADER, crit: ['exp'] });
        const [, body, signature] = (await signed()).split('.');
        return `${head}.${body}.${signature}`;
      },
    ],
    ['another audience', () => signed({ ...PAYLOAD, aud: 'api://other' })],
    ['no audience', () => signed(without('aud'))],
    ['another issuer', () => signed({ ...PAYLOAD, iss: 'https://login.example.be/other' })],
    ['an issuer with a trailing slash', () => signed({ ...PAYLOAD, iss: `${ISSUER}/` })],
    ['no issuer', () => signed(without('iss'))],
    ['expired', () => signed({ ...PAYLOAD, iat: seconds - 700, exp: seconds - 6 })],
    ['no expiry', () => signed(without('exp'))],
    ['not yet valid', () => signed({ ...PAYLOAD, nbf: seconds + 60 })],
    ['no issue time', () => signed(without('iat'))],
    ['no account', () => signed(without('oid'))],
    ['an empty account', () => signed({ ...PAYLOAD, oid: '' })],
    ['an account that is not a text', () => signed({ ...PAYLOAD, oid: 7 })],
    ['an ID token', () => signed({ ...PAYLOAD, nonce: 'n', at_hash: 'h' }, { ...HEADER, typ: 'JWT' })],
    ['no type', () => signed(PAYLOAD, { kid: 'k1' })],
    [
      'a modified payload',
      async () => {
        const [head, , signature] = (await signed()).split('.');
        return `${head}.${base64({ ...PAYLOAD, oid: 'account-2' })}.${signature}`;
      },
    ],
    ['a truncated signature', async () => (await signed()).slice(0, -4)],
    ['four parts', async () => `${await signed()}.x`],
    ['an encrypted token', () => 'eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2R0NNIn0..a.b.c'],
    ['rubbish', () => 'a.b.c'],
    ['an empty text', () => ''],
    ['a very long text', () => `${'a'.repeat(9000)}.b.c`],
  ];
  test.each(attacks)('%s', async (_name, make) => {
    await expect(verifier.verify(await make())).rejects.toMatchObject({ code: 'auth.tokenInvalid', status: 401 });
  });

  test('required claims that are missing or of another type', async () => {
    const strict = createTokenVerifier({
      issuers: [{ ...trusted, claims: { subject: 'sub', sessionId: 'sid', version: 'ver', fingerprint: 'fph', provider: 'provider' } }],
      clock,
    });
    const full = { ...PAYLOAD, sid: 's', ver: 1, fph: 'f', provider: 'password' };
    expect(await strict.verify(await signed(full))).toMatchObject({ subject: 'pairwise', sessionId: 's', version: 1, fingerprint: 'f' });
    for (const change of [{ sid: undefined }, { ver: '1' }, { fph: null }, { sid: ['s'] }]) {
      await expect(strict.verify(await signed({ ...full, ...change }))).rejects.toMatchObject({ code: 'auth.tokenInvalid' });
    }
  });
});

describe('several issuers', () => {
  test('do not accept tokens of each other', async () => {
    const other: TrustedIssuer = {
      ...trusted,
      issuer: 'https://other.example',
      audience: 'other',
      jwks: async () => ({ keys: [{ ...(await exportJWK(theirs.publicKey)), kid: 'k1', alg: 'ES256' }] }),
    };
    const both = createTokenVerifier({ issuers: [trusted, other], clock });
    await expect(both.verify(await signed())).resolves.toMatchObject({ issuer: ISSUER });
    await expect(
      both.verify(await signed({ ...PAYLOAD, iss: other.issuer, aud: 'other' }, HEADER, theirs.privateKey)),
    ).resolves.toMatchObject({ issuer: other.issuer });
    await expect(both.verify(await signed({ ...PAYLOAD, iss: other.issuer, aud: 'other' }))).rejects.toMatchObject({
      code: 'auth.tokenInvalid',
    });
    await expect(both.verify(await signed(PAYLOAD, HEADER, theirs.privateKey))).rejects.toMatchObject({ code: 'auth.tokenInvalid' });
  });
});
