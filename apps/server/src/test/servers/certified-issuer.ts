import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair } from 'jose';
import { interactionPolicy, Provider } from 'oidc-provider';

/**
 * An issuer made of a certified OpenID provider (`oidc-provider`), on its own port. Our client and the product are tested against it too,
 * since our client and our test issuer could contain the same mistake. Claims and addresses are configured as in Entra ID; the protocol is
 * that of the library.
 */
export interface CertifiedIssuer {
  /** The base of its addresses, without the tenant. */
  readonly authority: string;
  readonly tenant: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** The claim `iss` of its tokens. */
  readonly issuer: string;
  readonly jwksUrl: string;
  /** The claim `oid` of the account with this e-mail address. */
  objectIdOf(email: string): string;
  /** An access token of this account for our API; its claim `sub` is the e-mail address. */
  accessToken(email: string): Promise<string>;
  stop(): Promise<void>;
}

export interface CertifiedIssuerOptions {
  /** The redirect URI of our client. */
  readonly redirectUri: string;
  /** The password of every account; null: no form is shown, and `An.Peeters@Example.be` is signed in. */
  readonly password: string | null;
  /** The audience of access tokens. */
  readonly audience: string;
}

const DEFAULT_ACCOUNT = 'An.Peeters@Example.be';

/** The page with the form to sign in. */
const page = (
  refused: boolean,
): string => `<!doctype html><html lang="en"><title>Certified issuer</title><link rel="icon" href="data:,"><h1>Certified issuer</h1>
${refused ? '<p role="alert">Wrong password</p>' : ''}<form method="post"><label>Address <input name="email" type="email"></label>
<label>Password <input name="password" type="password"></label><button>Sign in</button></form>`;

export async function startCertifiedIssuer({ redirectUri, password, audience }: CertifiedIssuerOptions): Promise<CertifiedIssuer> {
  const tenant = randomUUID();
  const [clientId, clientSecret] = [randomUUID(), randomBytes(24).toString('base64url')];
  const prefix = `/${tenant}/v2.0`;
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  const signingKey = { ...(await exportJWK(privateKey)), kid: 'certified-1', use: 'sig', alg: 'RS256' };
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  const authority = `http://localhost:${(server.address() as AddressInfo).port}`;
  const issuer = `${authority}${prefix}`;
  const api = { audience, scope: '', accessTokenFormat: 'jwt', accessTokenTTL: 600, jwt: { sign: { alg: 'RS256' } } } as const;

  const policy = interactionPolicy.base();
  policy.add(new interactionPolicy.Prompt({ name: 'select_account', requestable: true }));
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: [redirectUri],
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
    features: { devInteractions: { enabled: false }, resourceIndicators: { enabled: true, getResourceServerInfo: () => api } },
    interactions: { policy, url: (_context, { uid }) => `${prefix}/choose/${uid}` },
    ttl: { AccessToken: 600, AuthorizationCode: 60, Grant: 600, IdToken: 60, Interaction: 600, Session: 600 },
    findAccount: (_context, accountId) => ({
      accountId,
      claims: async () => ({
        sub: accountId,
        oid: objectIdOf(accountId),
        tid: tenant,
        given_name: 'An',
        family_name: 'Peeters',
        email: accountId,
        xms_edov: true,
      }),
    }),
    async loadExistingGrant({ oidc }) {
      const grant = new provider.Grant({ clientId, accountId: oidc.session?.accountId ?? '' });
      grant.addOIDCScope('openid profile email');
      await grant.save();
      return grant;
    },
  });

  async function choose(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const form = request.method === 'POST' ? new URLSearchParams(await textOf(request)) : undefined;
    if (password === null || form?.get('password') === password) {
      const accountId = form?.get('email') ?? DEFAULT_ACCOUNT;
      await provider.interactionFinished(
        request,
        response,
        { login: { accountId }, select_account: {} },
        { mergeWithLastSubmission: false },
      );
    } else response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page(form !== undefined));
  }

  const answerAll = provider.callback();
  server.on('request', (request: IncomingMessage & { originalUrl?: string }, response) => {
    request.originalUrl = request.url ?? '';
    request.url = request.originalUrl.slice(prefix.length);
    if (request.url.startsWith('/choose/'))
      choose(request, response).catch((error: unknown) => response.writeHead(500).end(error instanceof Error ? error.message : ''));
    else void answerAll(request, response);
  });

  return {
    authority,
    tenant,
    clientId,
    clientSecret,
    issuer,
    jwksUrl: `${issuer}/jwks`,
    objectIdOf,
    async accessToken(email) {
      const client = await provider.Client.find(clientId);
      if (!client) throw new Error('The provider does not know its client.');
      const token = new provider.AccessToken({ accountId: email, client, grantId: randomUUID(), gty: 'authorization_code', scope: '' });
      token.resourceServer = new provider.ResourceServer(audience, api);
      return token.save();
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** A UUID from a hash of the address: always the same for the same address. */
function objectIdOf(email: string): string {
  const hex = createHash('sha256').update(email.toLowerCase()).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return text;
}
