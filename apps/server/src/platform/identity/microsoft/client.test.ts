import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair } from 'jose';
import { interactionPolicy, Provider } from 'oidc-provider';
import { afterAll, expect, test } from 'vitest';
import type { MicrosoftRegistration } from '../../../config.ts';
import { systemClock } from '../../clock/system-clock.ts';
import { createMicrosoftClient } from './client.ts';

/**
 * Our client against a certified OpenID provider, so that it and the issuer for trying things out, both ours, do not agree on the same
 * mistake. The provider is told Entra ID's claims and the way its addresses are made; the protocol is its own.
 */

const TENANT = randomUUID();
const OBJECT_ID = randomUUID();
const CLIENT = { clientId: randomUUID(), clientSecret: randomBytes(24).toString('base64url') };
const REDIRECT = 'https://checks.example.be/microsoft';
const PREFIX = `/${TENANT}/v2.0`;

const { privateKey } = await generateKeyPair('RS256', { extractable: true });
const signingKey = { ...(await exportJWK(privateKey)), kid: 'certified-1', use: 'sig', alg: 'RS256' };
const server = createServer();
await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
const authority = `http://localhost:${(server.address() as AddressInfo).port}`;

const policy = interactionPolicy.base();
policy.add(new interactionPolicy.Prompt({ name: 'select_account', requestable: true }));
const provider = new Provider(`${authority}${PREFIX}`, {
  clients: [
    {
      client_id: CLIENT.clientId,
      client_secret: CLIENT.clientSecret,
      redirect_uris: [REDIRECT],
      grant_types: ['authorization_code'],
      response_types: ['code'],
      token_endpoint_auth_method: 'client_secret_post',
    },
  ],
  jwks: { keys: [signingKey] },
  cookies: { keys: [randomBytes(16).toString('hex')] },
  claims: { openid: ['sub', 'oid', 'tid'], profile: ['given_name', 'family_name'], email: ['email', 'xms_edov'] },
  conformIdTokenClaims: false,
  pkce: { required: () => true },
  features: { devInteractions: { enabled: false } },
  interactions: { policy, url: (_context, { uid }) => `${PREFIX}/choose/${uid}` },
  ttl: { AccessToken: 60, AuthorizationCode: 60, Grant: 60, IdToken: 60, Interaction: 60, Session: 60 },
  findAccount: (_context, accountId) => ({
    accountId,
    claims: async () => ({
      sub: accountId,
      oid: OBJECT_ID,
      tid: TENANT,
      given_name: 'An',
      family_name: 'Peeters',
      email: 'An.Peeters@Example.be',
      xms_edov: true,
    }),
  }),
  async loadExistingGrant({ oidc }) {
    const grant = new provider.Grant({ clientId: CLIENT.clientId, accountId: oidc.session?.accountId ?? '' });
    grant.addOIDCScope('openid profile email');
    await grant.save();
    return grant;
  },
});
const answerAll = provider.callback();
server.on('request', (request: IncomingMessage & { originalUrl?: string }, response) => {
  request.originalUrl = request.url ?? '';
  request.url = request.originalUrl.slice(PREFIX.length);
  if (request.url.startsWith('/choose/'))
    void provider.interactionFinished(
      request,
      response,
      { login: { accountId: 'an' }, select_account: {} },
      { mergeWithLastSubmission: false },
    );
  else void answerAll(request, response);
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const registration: MicrosoftRegistration = { tenant: TENANT, ...CLIENT, authority, issuerBase: authority };
const clientOf = (change: Partial<MicrosoftRegistration> = {}) =>
  createMicrosoftClient({ registration: { ...registration, ...change }, redirectUri: REDIRECT, clock: systemClock });

/** From the address of the window to what it comes back with, as a browser goes. */
async function follow(address: string): Promise<URLSearchParams> {
  const cookies = new Map<string, string>();
  let next = address;
  while (!next.startsWith(REDIRECT)) {
    const response = await fetch(next, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map((pair) => pair.join('=')).join('; ') },
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    const location = response.headers.get('location');
    if (location === null) throw new Error(`${next}: ${response.status} ${await response.text()}`);
    next = new URL(location, next).href;
  }
  return new URL(next).searchParams;
}

async function signIn() {
  const flow = { state: randomUUID(), nonce: randomUUID(), codeVerifier: randomBytes(32).toString('base64url') };
  const answer = await follow(await clientOf().authorizeUrl({ ...flow, language: 'nl', email: undefined }));
  expect(answer.get('error')).toBeNull();
  expect(answer.get('state')).toBe(flow.state);
  return { ...flow, code: answer.get('code') ?? '' };
}

test('signs in at a certified provider', async () => {
  expect(await clientOf().redeem(await signIn())).toEqual({
    issuer: `${authority}${PREFIX}`,
    objectId: OBJECT_ID,
    email: 'an.peeters@example.be',
    firstName: 'An',
    lastName: 'Peeters',
    multiFactor: false,
  });
});

test.each<[string, RegExp, (answer: Awaited<ReturnType<typeof signIn>>) => Promise<unknown>]>([
  [
    'a code that was used',
    /invalid_grant/,
    async (answer) =>
      clientOf()
        .redeem(answer)
        .then(() => clientOf().redeem(answer)),
  ],
  [
    'another code verifier',
    /invalid_grant/,
    (answer) => clientOf().redeem({ ...answer, codeVerifier: randomBytes(32).toString('base64url') }),
  ],
  [
    'the challenge itself as verifier',
    /invalid_grant/,
    (answer) => clientOf().redeem({ ...answer, codeVerifier: createHash('sha256').update(answer.codeVerifier).digest('base64url') }),
  ],
  ['another nonce', /nonce differs/, (answer) => clientOf().redeem({ ...answer, nonce: randomUUID() })],
  ['another secret of the application', /invalid_client/, (answer) => clientOf({ clientSecret: 'x'.repeat(32) }).redeem(answer)],
])('refuses %s', async (_name, reason, attack) => {
  const refusal = { code: 'auth.microsoftFailed', cause: { message: expect.stringMatching(reason) } };
  await expect(attack(await signIn())).rejects.toMatchObject(refusal);
});

test('does not take another tenant for ours', async () => {
  await expect(clientOf({ issuerBase: 'https://login.example.be' }).redeem(await signIn())).rejects.toMatchObject({
    code: 'auth.microsoftUnavailable',
  });
});
