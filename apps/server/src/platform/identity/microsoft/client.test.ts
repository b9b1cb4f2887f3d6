import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import type { MicrosoftRegistration } from '../../../config/identity.ts';
import { startCertifiedIssuer } from '../../../test/servers/certified-issuer.ts';
import { systemClock } from '../../clock/system-clock.ts';
import { createMicrosoftClient } from './client.ts';

/** Our client against a certified OpenID provider (test/servers/certified-issuer.ts). */

const REDIRECT = 'https://checks.example.be/microsoft';
const certified = await startCertifiedIssuer({ redirectUri: REDIRECT, password: null, audience: 'api://checkwell' });
afterAll(() => certified.stop());

const { tenant, clientId, clientSecret, authority } = certified;
const registration: MicrosoftRegistration = { tenant, clientId, clientSecret, authority, issuerBase: authority };
const clientOf = (change: Partial<MicrosoftRegistration> = {}) =>
  createMicrosoftClient({ registration: { ...registration, ...change }, redirectUri: REDIRECT, clock: systemClock });

/** Follows the redirects like a browser. @returns the parameters of the redirect URI */
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
    issuer: certified.issuer,
    objectId: certified.objectIdOf('an.peeters@example.be'),
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

test('refuses tokens of another issuer', async () => {
  await expect(clientOf({ issuerBase: 'https://login.example.be' }).redeem(await signIn())).rejects.toMatchObject({
    code: 'auth.microsoftUnavailable',
  });
});
