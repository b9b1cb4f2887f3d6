import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Clock } from '@checkwell/domain/clock';
import { exportJWK, generateKeyPair, type JWTPayload } from 'jose';
import { isTestFault, signIdToken, type TestFault, type TestKeys } from './faults.ts';
import { choicePage, pageHeaders } from './page.ts';
import { objectIdOf, TEST_PEOPLE, TEST_TENANT, type TestPerson } from './people.ts';

/**
 * An OpenID Connect issuer that answers as Microsoft Entra ID does, for development, demo and tests (docs/decisions/0016): authorize
 * page, code with PKCE, token endpoint, keys and discovery, on its own port, for callers on this machine only. Anybody can sign in as
 * anybody, so it is never started in production (main.ts).
 */
export interface TestIssuer {
  /** The configuration for the product. */
  readonly registration: {
    readonly tenant: string;
    readonly clientId: string;
    readonly clientSecret: string;
    readonly authority: string;
    readonly issuerBase: string;
  };
  /** The fault of all sign-ins from now on; null: none. The page can choose a fault for one sign-in. */
  fault: TestFault | null;
  stop(): Promise<void>;
  /** Starts again on the same port with new keys, as after a reinstallation. */
  restart(): Promise<void>;
}

/** Base of the claim `iss`, without the port: the port differs at each start, and linked accounts must stay valid. Nobody can own the domain (RFC 2606). */
const ISSUER_BASE = 'https://microsoft-test.invalid';
const HOST = 'localhost';
const CODE_SECONDS = 60;
const TOKEN_SECONDS = 3600;
const MAX_FORM_BYTES = 64 * 1024;

interface Grant {
  readonly redirectUri: string;
  readonly challenge: string;
  readonly nonce: string | null;
  readonly person: TestPerson;
  readonly fault: TestFault | null;
  readonly expiresAt: number;
}

/** Starts the issuer on a free port. @throws {Error} if no port can be opened */
export async function startTestIssuer(options: {
  readonly clock: Clock;
  /** The only redirect URI that is accepted. */
  readonly redirectUri: string;
  readonly people?: readonly TestPerson[];
  /** As the product is configured: a tenant id, or `organizations`. */
  readonly tenant?: string;
}): Promise<TestIssuer> {
  const { clock, redirectUri, people = TEST_PEOPLE, tenant = TEST_TENANT } = options;
  const clientId = '0f1e2d3c-4b5a-4697-8879-6a5b4c3d2e1f';
  const clientSecret = randomBytes(24).toString('base64url');
  const grants = new Map<string, Grant>();
  // Generated when the first token is signed or verified, so that the start of the product does not wait for it.
  let generated: Promise<TestKeys> | undefined;
  const keys = (): Promise<TestKeys> => {
    generated ??= makeKeys();
    return generated;
  };
  let server: Server | undefined;
  let port = 0;

  const authority = (): string => `http://${HOST}:${port}`;
  const current: { fault: TestFault | null } = { fault: null };
  const now = (): number => Math.floor(clock.now().getTime() / 1000);

  function discovery(): object {
    const base = `${authority()}/${tenant}`;
    const named = tenant === 'organizations' ? '{tenantid}' : tenant;
    return {
      issuer: current.fault === 'discoveryOfOtherIssuer' ? 'https://login.attacker.example/v2.0' : `${ISSUER_BASE}/${named}/v2.0`,
      authorization_endpoint: `${base}/oauth2/v2.0/authorize`,
      token_endpoint: current.fault === 'endpointElsewhere' ? 'http://127.0.0.1:9/token' : `${base}/oauth2/v2.0/token`,
      jwks_uri: `${base}/discovery/v2.0/keys`,
      response_types_supported: ['code'],
      response_modes_supported: ['query'],
      subject_types_supported: ['pairwise'],
      id_token_signing_alg_values_supported: ['RS256'],
      token_endpoint_auth_methods_supported: ['client_secret_post'],
      code_challenge_methods_supported: ['S256'],
      scopes_supported: ['openid', 'profile', 'email'],
    };
  }

  /** @returns what is wrong with the request. The browser is not redirected then, because the redirect URI cannot be trusted. */
  function authorizeFault(request: URLSearchParams): string | undefined {
    if (request.get('client_id') !== clientId) return 'unknown client_id';
    if (request.get('redirect_uri') !== redirectUri) return 'unknown redirect_uri';
    if (request.get('response_type') !== 'code') return 'response_type must be code';
    if (request.get('code_challenge_method') !== 'S256' || !/^[\w-]{43}$/.test(request.get('code_challenge') ?? ''))
      return 'PKCE is required';
    if (!(request.get('scope') ?? '').split(' ').includes('openid')) return 'scope must hold openid';
    return undefined;
  }

  function redirectAfterChoice(form: URLSearchParams, request: URLSearchParams): URL {
    const named = form.get('fault');
    const fault = isTestFault(named) ? named : current.fault;
    const target = new URL(redirectUri);
    const state = request.get('state');
    if (state !== null) target.searchParams.set('state', fault === 'wrongState' ? randomUUID() : state);
    const refusal = form.has('cancel') ? WINDOW_REFUSALS.denied : WINDOW_REFUSALS[fault ?? ''];
    if (refusal) {
      target.searchParams.set('error', refusal.error);
      target.searchParams.set('error_description', refusal.description);
      return target;
    }
    const code = randomBytes(24).toString('base64url');
    grants.set(code, {
      redirectUri,
      challenge: request.get('code_challenge') ?? '',
      nonce: request.get('nonce'),
      person: chosenPerson(form),
      fault,
      expiresAt: now() + CODE_SECONDS,
    });
    target.searchParams.set('code', code);
    target.searchParams.set('session_state', randomUUID());
    return target;
  }

  function chosenPerson(form: URLSearchParams): TestPerson {
    const email = (form.get('other') === null ? form.get('email') : form.get('otherEmail'))?.trim().toLowerCase() ?? '';
    const known = form.get('other') === null ? people.find((person) => person.email === email) : undefined;
    return (
      known ?? {
        email,
        firstName: form.get('firstName') ?? '',
        lastName: form.get('lastName') ?? '',
        vouched: form.get('vouched') === '1',
        tenantId: TEST_TENANT,
      }
    );
  }

  async function redeemCode(form: URLSearchParams): Promise<Answer> {
    if (form.get('client_id') !== clientId || form.get('client_secret') !== clientSecret) return json(401, { error: 'invalid_client' });
    const code = form.get('code') ?? '';
    const grant = grants.get(code);
    grants.delete(code); // a code can be used once, even if this attempt fails
    const verifier = form.get('code_verifier') ?? '';
    const proven = grant && createHash('sha256').update(verifier).digest('base64url') === grant.challenge;
    if (!grant || !proven || form.get('redirect_uri') !== grant.redirectUri || grant.expiresAt < now()) {
      return json(400, { error: 'invalid_grant' });
    }
    const fault = current.fault ?? grant.fault;
    const tokenFault = TOKEN_FAULTS[fault ?? ''];
    if (tokenFault) return tokenFault;
    const idToken = await signIdToken(claimsOf(grant), await keys(), fault);
    return json(200, { token_type: 'Bearer', scope: 'openid profile email', expires_in: TOKEN_SECONDS, id_token: idToken });
  }

  function claimsOf({ person, nonce }: Grant) {
    const { email, firstName, lastName, vouched, tenantId, multiFactor } = person;
    const time = now();
    return {
      aud: clientId,
      iss: `${ISSUER_BASE}/${tenantId}/v2.0`,
      iat: time,
      nbf: time,
      exp: time + TOKEN_SECONDS,
      ...(nonce !== null && { nonce }),
      oid: objectIdOf(person),
      sub: createHash('sha256')
        .update(`${clientId}\0${objectIdOf(person)}`)
        .digest('base64url'),
      tid: tenantId,
      ver: '2.0',
      uti: randomBytes(16).toString('base64url'),
      name: `${firstName} ${lastName}`.trim(),
      given_name: firstName,
      family_name: lastName,
      preferred_username: email,
      email,
      xms_edov: vouched,
      ...(multiFactor && { amr: ['pwd', 'mfa'] }),
      // The token of a guest names the guest's own identity provider.
      ...(!vouched && { idp: `${ISSUER_BASE}/99999999-8888-4777-8666-555555555555/` }),
    } satisfies JWTPayload;
  }

  async function respond(request: IncomingMessage): Promise<Answer> {
    const url = new URL(request.url ?? '/', authority());
    const route = `${request.method} ${url.pathname}`;
    switch (route) {
      case `GET /${tenant}/v2.0/.well-known/openid-configuration`:
        return current.fault === 'discoveryFails' ? json(503, {}) : json(200, discovery());
      case `GET /${tenant}/discovery/v2.0/keys`: {
        if (current.fault === 'keysFail') return json(503, {});
        const { published, keyId } = await keys();
        return json(200, { keys: [{ ...(await exportJWK(published.publicKey)), kid: keyId, use: 'sig', alg: 'RS256' }] });
      }
      case `GET /${tenant}/oauth2/v2.0/authorize`: {
        const fault = authorizeFault(url.searchParams);
        if (fault) return { status: 400, headers: { 'content-type': 'text/plain; charset=utf-8' }, body: `AADSTS900144: ${fault}\n` };
        return { status: 200, headers: pageHeaders(new URL(redirectUri).origin), body: choicePage(people, url.searchParams) };
      }
      case `POST /${tenant}/oauth2/v2.0/authorize`: {
        const form = await formOf(request);
        const authorization = new URLSearchParams(form.get('request') ?? '');
        if (authorizeFault(authorization)) return json(400, { error: 'invalid_request' });
        return { status: 302, headers: { location: redirectAfterChoice(form, authorization).href, 'cache-control': 'no-store' }, body: '' };
      }
      case `POST /${tenant}/oauth2/v2.0/token`:
        return redeemCode(await formOf(request));
      default:
        return json(404, { error: 'not_found' });
    }
  }

  async function listen(): Promise<void> {
    const next = createServer((request, response) => {
      respond(request).then(
        (answer) => send(response, answer),
        () => send(response, json(400, { error: 'invalid_request' })),
      );
    });
    await new Promise<void>((resolve, reject) => {
      next.once('error', reject);
      next.listen(port, HOST, resolve);
    });
    port = (next.address() as AddressInfo).port;
    server = next;
  }

  async function stop(): Promise<void> {
    const ending = server;
    server = undefined;
    if (!ending) return;
    await new Promise<void>((resolve) => {
      ending.close(() => resolve());
      ending.closeAllConnections();
    });
  }

  await listen();
  const registration = { tenant, clientId, clientSecret, authority: authority(), issuerBase: ISSUER_BASE };
  return Object.assign(current, {
    registration,
    stop,
    async restart() {
      await stop();
      generated = undefined;
      await listen();
    },
  });
}

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** No response is sent, and the connection stays open. */
  readonly hangs?: true;
}

const json = (status: number, body: object): Answer => ({
  status,
  headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' },
  body: JSON.stringify(body),
});

/** The errors with which Entra ID redirects the browser back. */
const WINDOW_REFUSALS: Readonly<Record<string, { readonly error: string; readonly description: string } | undefined>> = {
  denied: { error: 'access_denied', description: 'AADSTS65004: User declined to consent to access the app.' },
  locked: { error: 'access_denied', description: 'AADSTS50053: The account is locked, you have tried to sign in too many times.' },
  serverError: { error: 'server_error', description: 'AADSTS90033: A transient error has occurred.' },
  temporarilyUnavailable: { error: 'temporarily_unavailable', description: 'AADSTS90006: The service is temporarily unavailable.' },
};

const TOKEN_FAULTS: Readonly<Record<string, Answer | undefined>> = {
  tokenMissing: json(200, { token_type: 'Bearer' }),
  tokenRefused: json(400, { error: 'invalid_grant' }),
  tokenFails: json(500, {}),
  tokenIsNotJson: { status: 200, headers: { 'content-type': 'text/html' }, body: '<h1>Proxy</h1>' },
  tokenRedirects: { status: 302, headers: { location: 'http://127.0.0.1:9/' }, body: '' },
  tokenTooLarge: json(200, { id_token: 'x'.repeat(300_000) }),
  tokenHangs: { ...json(200, {}), hangs: true },
};

function send(response: ServerResponse, { status, headers, body, hangs }: Answer): void {
  if (!hangs) response.writeHead(status, headers).end(body);
}

async function formOf(request: IncomingMessage): Promise<URLSearchParams> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request) {
    parts.push(part as Buffer);
    size += (part as Buffer).length;
    if (size > MAX_FORM_BYTES) throw new Error('The form is too large.');
  }
  return new URLSearchParams(Buffer.concat(parts).toString('utf8'));
}

async function makeKeys(): Promise<TestKeys> {
  const [published, foreign] = await Promise.all([
    generateKeyPair('RS256', { extractable: true }),
    generateKeyPair('RS256', { extractable: true }),
  ]);
  return { keyId: randomUUID(), published, foreign };
}
