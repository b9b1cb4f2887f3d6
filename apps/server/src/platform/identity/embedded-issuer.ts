import { createHash, createHmac, randomBytes } from 'node:crypto';
import type { Clock } from '@checkwell/domain/clock';
import { PASSWORD } from '@checkwell/domain/constants';
import { AppError } from '@checkwell/domain/errors';
import { ACCOUNT_LINK_MS } from '@checkwell/domain/identity/account-link';
import type { SignInMethod } from '@checkwell/domain/identity/sign-in';
import { type BetterAuthOptions, type BetterAuthPlugin, betterAuth } from 'better-auth';
import { APIError, createAuthEndpoint } from 'better-auth/api';
import { jwt, signJWT } from 'better-auth/plugins/jwt';
import type { JSONWebKeySet } from 'jose';
import { Kysely, PostgresDialect } from 'kysely';
import type { Pool } from 'pg';
import { z } from 'zod';
import { violates } from '../db/database.ts';
import { isId, newId } from '../ids.ts';
import type { Log } from '../log.ts';
import * as accounts from './account.repository.ts';
import * as links from './account-links.repository.ts';
import * as store from './issuer.repository.ts';
import { type ClientInfo, type FirstStep, type Issuer, type OpenSession, SESSION_LIMITS, type TokenClaims } from './issuer.ts';
import { hashPassword, needsRehash, verifyPassword } from './password-hash.ts';
import type { TrustedIssuer } from './token-verifier.ts';

/**
 * Name of the embedded issuer in tokens and profiles. Not an address: profiles keep it when the product moves to another host.
 */
export const EMBEDDED_ISSUER = 'urn:checkwell:identity';

/** How many sessions an account can have at once; the oldest one is ended. */
const MAX_SESSIONS = 10;
/** Keys change every quarter; an old one stays published for a day, far longer than any token lives. */
const KEY_ROTATION_SECONDS = 90 * 24 * 3600;
const KEY_GRACE_SECONDS = 24 * 3600;
const MAX_USER_AGENT_LENGTH = 300;
/** Nobody tries 2^128 tokens in half an hour (security.md, A6). */
const LINK_TOKEN_BYTES = 16;

/** Codes that our hook refuses a session with. */
const REFUSALS = { PASSWORD_RESET_REQUIRED: 'auth.passwordResetRequired', ACCOUNT_DISABLED: 'auth.accountDisabled' } as const;

const CLAIMS = { subject: 'sub', sessionId: 'sid', version: 'ver', fingerprint: 'fph', provider: 'provider' } as const;

const jwtOptions = {
  jwks: { keyPairConfig: { alg: 'ES256' }, rotationInterval: KEY_ROTATION_SECONDS, gracePeriod: KEY_GRACE_SECONDS },
  jwt: { issuer: EMBEDDED_ISSUER },
  disableSettingJwtHeader: true,
  schema: { jwks: { modelName: 'signing_keys' } },
} as const satisfies Parameters<typeof jwt>[0];

/** Our payload and our `typ`, signed with the keys of the JWT plugin, which by itself would put the whole user into the token. */
const tokenSigner = {
  id: 'checkwell-token-signer',
  endpoints: {
    signToken: createAuthEndpoint.serverOnly(
      { method: 'POST', body: z.object({ type: z.string(), payload: z.record(z.string(), z.unknown()) }) },
      async (context) => signJWT(context, { options: jwtOptions, payload: context.body.payload, header: { typ: context.body.type } }),
    ),
  },
} satisfies BetterAuthPlugin;

/**
 * better-auth's configuration. Its HTTP routes are not mounted: our routes call it, with our own throttles, cookies and
 * clock; what it decides is who holds which credentials. Exported for the test that compares the tables with its expectations.
 */
export function authOptions({ pool, secret, log, clock }: { pool: Pool; secret: Buffer; log: Log; clock: Clock }) {
  return {
    appName: 'Checkwell',
    baseURL: 'http://identity.invalid',
    basePath: '/auth',
    secret: secret.toString('base64url'),
    database: {
      db: new Kysely<Record<string, never>>({ dialect: new PostgresDialect({ pool }) }),
      type: 'postgres',
      schemaName: 'auth',
      transaction: true,
    },
    advanced: {
      // The tables come from our migrations; a test compares them with what this configuration expects.
      database: { generateId: () => newId(), validateSchema: false },
      ipAddress: { disableIpTracking: true }, // we say where a session comes from, no header does
      disableCSRFCheck: true, // of its own routes, which nobody can reach
    },
    telemetry: { enabled: false },
    rateLimit: { enabled: false },
    // It logs e-mail addresses and wrong passwords as warnings; what matters reaches the log through our routes.
    logger: { level: 'error', log: (_level, message) => log.error(`Identity issuer: ${message}`) },
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      autoSignIn: false,
      minPasswordLength: PASSWORD.minLength,
      // This limit counts UTF-16 units; the rule of the product, which counts characters, has been applied before.
      maxPasswordLength: 4 * PASSWORD.maxLength,
      password: { hash: hashPassword, verify: verifyPassword },
    },
    user: {
      modelName: 'users',
      additionalFields: {
        passwordResetRequired: { type: 'boolean', required: true, input: false },
        disabledAt: { type: 'date', required: false, input: false },
      },
    },
    session: {
      modelName: 'sessions',
      expiresIn: SESSION_LIMITS.idleMs / 1000,
      additionalFields: {
        provider: { type: 'string', required: true, input: false },
        secondStep: { type: 'boolean', required: true, input: false },
      },
    },
    account: { modelName: 'accounts', accountLinking: { enabled: true, disableImplicitLinking: true } },
    verification: { modelName: 'verifications', storeIdentifier: 'hashed' },
    databaseHooks: {
      session: {
        create: {
          /** Every way to sign in passes here (security.md, A7). */
          before: async (session) => {
            const account = await store.findAccount(pool, session.userId);
            if (!account || account.disabledAt) throw refusal('ACCOUNT_DISABLED');
            if (account.passwordResetRequired) throw refusal('PASSWORD_RESET_REQUIRED');
            const now = clock.now();
            return {
              data: {
                userAgent: (session.userAgent ?? '').slice(0, MAX_USER_AGENT_LENGTH),
                createdAt: now,
                updatedAt: now,
                expiresAt: new Date(now.getTime() + SESSION_LIMITS.idleMs),
              },
            };
          },
        },
      },
    },
    plugins: [jwt(jwtOptions), tokenSigner],
  } satisfies BetterAuthOptions;
}

function refusal(code: keyof typeof REFUSALS): APIError {
  return new APIError('FORBIDDEN', { code, message: code });
}

const tokenOf = (id: string, secret: string): string => `${id}.${secret}`;

/** undefined: no token of a session. */
function partsOf(token: string): { readonly id: string; readonly secret: string } | undefined {
  const [id = '', secret = '', ...more] = token.split('.');
  return isId(id) && secret !== '' && more.length === 0 ? { id, secret } : undefined;
}

/** @param secret encrypts the signing keys at rest, and makes the tokens of sessions */
export function createEmbeddedIssuer({ pool, clock, log, secret }: { pool: Pool; clock: Clock; log: Log; secret: Buffer }): Issuer {
  const auth = betterAuth(authOptions({ pool, secret, log, clock }));
  const publicKeys = async (): Promise<JSONWebKeySet> => auth.api.getJwks();
  const trusted = { issuer: EMBEDDED_ISSUER, algorithm: 'ES256', jwks: publicKeys } as const;
  const accessTokens: TrustedIssuer = { ...trusted, audience: 'checkwell-api', type: 'at+jwt', claims: CLAIMS };
  const handoffTokens: TrustedIssuer = {
    ...trusted,
    audience: 'handoff',
    type: 'handoff+jwt',
    claims: { subject: CLAIMS.subject, sessionId: null, version: null, fingerprint: null, provider: null },
  };

  async function sign({ audience, type }: TrustedIssuer, claims: TokenClaims): Promise<string> {
    const body = {
      type,
      payload: {
        aud: audience,
        sub: claims.subject,
        iat: seconds(clock.now()),
        exp: seconds(claims.expiresAt),
        ...(claims.tokenId !== undefined && { jti: claims.tokenId }),
        ...(claims.sessionId !== undefined && { [CLAIMS.sessionId]: claims.sessionId }),
        ...(claims.version !== undefined && { [CLAIMS.version]: claims.version }),
        ...(claims.fingerprint !== undefined && { [CLAIMS.fingerprint]: claims.fingerprint }),
        ...(claims.provider !== undefined && { [CLAIMS.provider]: claims.provider }),
      },
    };
    try {
      return await auth.api.signToken({ body });
    } catch (error) {
      if (!isUnreadableKey(error)) throw store.unavailableOr(error);
      log.warn('The signing keys cannot be decrypted (APP_SECRET was changed); new ones are made.');
      await store.retireKeys(pool);
      return auth.api.signToken({ body });
    }
  }

  async function open(first: FirstStep, client: ClientInfo, secondStep = false): Promise<OpenSession> {
    const { subject, provider } = first;
    const { internalAdapter } = await auth.$context;
    const { ipAddress, userAgent } = client;
    const { id } = await internalAdapter
      .createSession(subject, false, { provider, secondStep, ipAddress, userAgent })
      .catch((error: unknown) => {
        throw explained(error);
      });
    const token = randomBytes(32).toString('base64url');
    const session = await store.startSession(pool, id, token, moment());
    if (!session) {
      // The account's sessions were ended meanwhile, without this one, which was not visible yet; nobody has a token for it.
      await store.endSession(pool, subject, id);
      throw await whyNotOpen(first);
    }
    if (!(await store.isFirstStepValid(pool, session.id, first))) {
      await store.endSession(pool, subject, session.id);
      throw await whyNotOpen(first);
    }
    await store.capSessions(pool, subject, { max: MAX_SESSIONS, kept: session.id });
    return { ...session, token: tokenOf(id, token) };
  }

  /** Why a session that was just opened is not open any more. */
  async function whyNotOpen({ subject, passwordHash }: FirstStep): Promise<AppError> {
    const account = await store.findAccount(pool, subject);
    if (!account || account.disabledAt) return new AppError('auth.accountDisabled');
    if (account.passwordResetRequired) return new AppError('auth.passwordResetRequired');
    if (passwordHash !== null && account.passwordHash !== passwordHash) return new AppError('auth.invalidCredentials');
    // Another request ended it, or the clock was set forward by more than a session lasts.
    return new AppError('auth.sessionEnded');
  }

  async function provePassword({ email, password }: { readonly email: string; readonly password: string }) {
    const account = await store.findAccountByEmail(pool, email);
    if (!account?.passwordHash) {
      await hashPassword(password); // an unknown address takes as long as a wrong password
      // No password came along from the old system: whichever is typed, the way in is the mail (docs/decisions/0047).
      if (account?.passwordResetRequired && !account.disabledAt) throw new AppError('auth.passwordResetRequired');
      throw new AppError('auth.invalidCredentials');
    }
    const { subject, passwordHash } = account;
    if (!(await verifyPassword({ hash: passwordHash, password }))) throw new AppError('auth.invalidCredentials');
    if (needsRehash(passwordHash)) {
      await store.strengthenHash(pool, subject, passwordHash, await hashPassword(password));
      // What is stored now proves it: by us, by another sign-in at the same moment, or it is another password.
      return provePassword({ email, password });
    }
    if (account.disabledAt) throw new AppError('auth.accountDisabled');
    if (account.passwordResetRequired) throw new AppError('auth.passwordResetRequired');
    return { subject, passwordHash };
  }

  const moment = () => ({ now: clock.now(), limits: SESSION_LIMITS });

  /** A second request gets the same, so that of two tabs none is left with a token that was replaced. */
  const successorOf = (id: string, before: string): string =>
    createHmac('sha256', secret).update(`session\0${id}\0${before}`).digest('base64url');

  return {
    accessTokens,
    handoffTokens,

    async findMethods(email) {
      const account = await store.findAccountByEmail(pool, email);
      if (!account || account.disabledAt) return undefined;
      return account.providers.flatMap((provider): SignInMethod[] =>
        provider === 'credential' ? ['password'] : provider === 'microsoft' || provider === 'passkey' ? [provider] : [],
      );
    },

    async findSubject(email) {
      return (await store.findAccountByEmail(pool, email))?.subject;
    },

    provePassword,

    openFor: open,

    async continueSession(token) {
      const parts = partsOf(token);
      if (!parts) return { kind: 'ended' };
      const successor = successorOf(parts.id, parts.secret);
      const continued = await store.continueSession(pool, parts, successor, moment());
      if (continued.kind !== 'open') return continued;
      return { kind: 'open', session: { ...continued.session, token: tokenOf(parts.id, successor) } };
    },
    async findSession(token) {
      const parts = partsOf(token);
      return parts && store.findSession(pool, parts, clock.now());
    },
    findSessionStatus: (sessionId, subject) => store.findSessionStatus(pool, sessionId, subject, clock.now()),
    listSessions: (subject) => store.listSessions(pool, subject, clock.now()),
    async endByToken(token) {
      const parts = partsOf(token);
      return parts && store.endSessionById(pool, parts.id);
    },
    endSession: (subject, sessionId) => store.endSession(pool, subject, sessionId),
    endSessions: (subject, except) => store.endSessions(pool, subject, except ?? null),

    async hasPassword(subject) {
      return typeof (await store.findAccount(pool, subject))?.passwordHash === 'string';
    },

    async verifyPassword(subject, password) {
      const account = await store.findAccount(pool, subject);
      const passwordHash = account?.passwordHash;
      return passwordHash && (await verifyPassword({ hash: passwordHash, password })) ? { passwordHash } : undefined;
    },

    setPassword: (subject, passwordHash, { proof, keepSession } = {}) =>
      store.replacePassword(
        pool,
        { subject, passwordHash, replaces: proof?.passwordHash ?? null, keepSession: keepSession ?? null, credentialId: newId() },
        clock.now(),
      ),

    inTransaction: {
      findSubject: accounts.findAccount,
      async createAccount(tx, account) {
        const subject = newId();
        await accounts.insertAccount(tx, { ...account, subject, credentialId: newId(), createdAt: clock.now() });
        return subject;
      },
      changeEmail: (tx, subject, email) => accounts.changeEmail(tx, subject, email, clock.now()),
      isUnused: accounts.isUnused,
      endSessions: accounts.endSessions,
      async createLink(tx, subject, purpose) {
        const token = randomBytes(LINK_TOKEN_BYTES).toString('base64url');
        const createdAt = clock.now();
        const expiresAt = new Date(createdAt.getTime() + ACCOUNT_LINK_MS[purpose]);
        const made = await accounts.insertLink(tx, { tokenHash: hashOfToken(token), subject, purpose, createdAt, expiresAt });
        return made ? token : null;
      },
      removeSecondSteps: (tx, subject) => accounts.removeSecondSteps(tx, subject, clock.now()),
      deleteAccount: accounts.deleteAccount,
    },
    findUnused: (subjects) => links.findUnused(pool, EMBEDDED_ISSUER, subjects),

    findLink: (token) => links.findLink(pool, hashOfToken(token), clock.now()),
    spendLink: (token, passwordHash) =>
      links.spendLink(pool, { tokenHash: hashOfToken(token), passwordHash, credentialId: newId() }, clock.now()),

    signAccessToken: (claims) => sign(accessTokens, claims),
    signHandoffToken: (claims) => sign(handoffTokens, claims),
    spendToken: (tokenId, expiresAt) => store.spendToken(pool, tokenId, expiresAt),
    purge: () => store.purgeExpired(pool, clock.now()),
  };
}

const hashOfToken = (token: string): Buffer => createHash('sha256').update(token).digest();
const seconds = (instant: Date): number => Math.floor(instant.getTime() / 1000);

/** better-auth's refusals in the product's words; everything else as it is, or 503 when the store is away. */
function explained(error: unknown): unknown {
  // The account was deleted while a session was being written.
  if (violates(error, 'sessions_userId_fkey')) return new AppError('auth.accountDisabled', {}, { cause: error });
  if (!(error instanceof APIError)) return store.unavailableOr(error);
  const code: unknown = error.body?.code;
  if (code === 'PASSWORD_RESET_REQUIRED' || code === 'ACCOUNT_DISABLED') return new AppError(REFUSALS[code]);
  return new AppError('auth.unavailable', {}, { cause: error });
}

function isUnreadableKey(error: unknown): boolean {
  return error instanceof Error && /decrypt private key/i.test(error.message);
}
