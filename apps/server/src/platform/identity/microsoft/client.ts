import { createHash } from 'node:crypto';
import type { Clock } from '@checkwell/domain/clock';
import { AppError } from '@checkwell/domain/errors';
import { z } from 'zod';
import type { MicrosoftRegistration } from '../../../config/identity.ts';
import { withoutSlot } from '../../slot.ts';
import { JwksCache, remoteJwks } from '../jwks.ts';
import { issuerOf, type MicrosoftProof, refused, verifyIdToken } from './id-token.ts';

/**
 * OpenID Connect with Microsoft Entra ID, authorization code with PKCE. Nothing is asked of Microsoft before somebody signs in, and
 * nothing that failed is kept: an issuer that is away makes one sign-in fail, and the next one asks again (docs/decisions/0016).
 */
export interface MicrosoftClient {
  /** Where the window goes. @throws {AppError} `auth.microsoftUnavailable` */
  authorizeUrl(flow: {
    readonly state: string;
    readonly nonce: string;
    readonly codeVerifier: string;
    readonly language: string;
    /** What was typed already. */
    readonly email: string | undefined;
  }): Promise<string>;
  /**
   * Who the code is about.
   * @throws {AppError} `auth.microsoftFailed` when it proves nothing, `auth.microsoftUnavailable` when it cannot be checked now
   */
  redeem(answer: { readonly code: string; readonly codeVerifier: string; readonly nonce: string }): Promise<MicrosoftProof>;
}

/** Endpoints change next to never; older than this they are fetched again, and stay in use while the request fails. */
const FRESH_MS = 60 * 60_000;
const TIMEOUT_MS = 5000;
const MAX_BODY_BYTES = 256 * 1024;
const SCOPE = 'openid profile email';

const address = z.string().refine((text) => URL.canParse(text));
const discoveryShape = z.object({
  issuer: z.string(),
  authorization_endpoint: address,
  token_endpoint: address,
  jwks_uri: address,
});
type Discovery = z.infer<typeof discoveryShape>;

const tokenShape = z.object({ id_token: z.string() });
const errorShape = z.object({ error: z.string() });

export function createMicrosoftClient(options: {
  readonly registration: MicrosoftRegistration;
  /** Where Microsoft sends the window back to. */
  readonly redirectUri: string;
  readonly clock: Clock;
  readonly elapsed?: () => number;
}): MicrosoftClient {
  const { registration, redirectUri, clock, elapsed = () => performance.now() } = options;
  const { authority, tenant, clientId, clientSecret } = registration;
  let known: { readonly discovery: Discovery; readonly at: number } | undefined;
  const keys = new JwksCache(async () => remoteJwks((await discover()).jwks_uri)(), elapsed);

  async function discover(): Promise<Discovery> {
    if (known && elapsed() - known.at < FRESH_MS) return known.discovery;
    try {
      const { status, body } = await ask(`${authority}/${tenant}/v2.0/.well-known/openid-configuration`);
      const discovery = discoveryShape.parse(body);
      // In the metadata for all tenants, Microsoft writes a placeholder for the tenant.
      const expected = issuerOf(registration, tenant === 'organizations' ? '{tenantid}' : tenant);
      if (status !== 200 || discovery.issuer !== expected) throw new Error(`Discovery answered for ${discovery.issuer}.`);
      const { origin } = new URL(authority);
      for (const endpoint of [discovery.authorization_endpoint, discovery.token_endpoint, discovery.jwks_uri]) {
        if (new URL(endpoint).origin !== origin) throw new Error(`Discovery names an endpoint elsewhere: ${endpoint}.`);
      }
      known = { discovery, at: elapsed() };
      return discovery;
    } catch (error) {
      if (known) return known.discovery;
      throw unavailable(error);
    }
  }

  return {
    async authorizeUrl({ state, nonce, codeVerifier, language, email }) {
      const url = new URL((await discover()).authorization_endpoint);
      const parameters = {
        client_id: clientId,
        response_type: 'code',
        response_mode: 'query',
        redirect_uri: redirectUri,
        scope: SCOPE,
        state,
        nonce,
        code_challenge: createHash('sha256').update(codeVerifier).digest('base64url'),
        code_challenge_method: 'S256',
        ui_locales: language,
        // Users of a shared machine say each time who they are.
        prompt: 'select_account',
        ...(email !== undefined && { login_hint: email }),
      };
      for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
      return url.href;
    },

    async redeem({ code, codeVerifier, nonce }) {
      const { token_endpoint } = await discover();
      const answer = await ask(token_endpoint, {
        grant_type: 'authorization_code',
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uri: redirectUri,
        scope: SCOPE,
        code,
        code_verifier: codeVerifier,
      }).catch((error: unknown) => {
        throw unavailable(error);
      });
      if (answer.status >= 500 || answer.status === 429) throw unavailable(new Error(`The token endpoint answered ${answer.status}.`));
      if (answer.status !== 200) {
        const error = errorShape.safeParse(answer.body);
        throw refused(`The token endpoint answered ${answer.status} ${error.success ? error.data.error.slice(0, 100) : ''}`.trim());
      }
      const token = tokenShape.safeParse(answer.body);
      if (!token.success) throw refused('The token endpoint gave no id_token.');
      try {
        return await verifyIdToken(token.data.id_token, { registration, keys, nonce, clock });
      } catch (error) {
        throw error instanceof AppError && error.code === 'auth.unavailable' ? unavailable(error) : error;
      }
    },
  };
}

const unavailable = (cause: unknown): AppError =>
  cause instanceof AppError && cause.code === 'auth.microsoftUnavailable'
    ? cause
    : new AppError('auth.microsoftUnavailable', {}, { cause });

/** One request with a timeout; a form is posted. @throws {Error} when there is no answer, or one that is not JSON */
async function ask(url: string, form?: Readonly<Record<string, string>>): Promise<{ status: number; body: unknown }> {
  const { response, text } = await withoutSlot(async () => {
    const answer = await fetch(url, {
      redirect: 'error',
      headers: { accept: 'application/json' },
      signal: AbortSignal.timeout(TIMEOUT_MS),
      ...(form && { method: 'POST', body: new URLSearchParams(form) }),
    });
    return { response: answer, text: await answer.text() };
  });
  if (text.length > MAX_BODY_BYTES) throw new Error(`The answer of ${url} is too large.`);
  if (response.status >= 500) return { status: response.status, body: null };
  const body: unknown = JSON.parse(text);
  return { status: response.status, body };
}
