import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '@checkwell/domain/clock';
import { AppError } from '@checkwell/domain/errors';
import { type Actor, ANONYMOUS } from '@checkwell/domain/policy';
import { deriveSecret } from '../../config/secrets.ts';
import type { Config } from '../../config.ts';
import { createCrypto } from '../../platform/crypto/crypto.ts';
import type { Database } from '../../platform/db/database.ts';
import { createEmbeddedIssuer } from '../../platform/identity/embedded-issuer.ts';
import type { Issuer } from '../../platform/identity/issuer.ts';
import { remoteJwks } from '../../platform/identity/jwks.ts';
import { createPasskeys } from '../../platform/identity/second-step/passkeys.ts';
import { createSecondSteps } from '../../platform/identity/second-step/second-steps.ts';
import { createThrottle } from '../../platform/identity/throttle.ts';
import { createTokenVerifier, type TokenVerifier } from '../../platform/identity/token-verifier.ts';
import { newId } from '../../platform/ids.ts';
import type { Outbox } from '../../platform/jobs/outbox.ts';
import type { Log } from '../../platform/log.ts';
import type { Mailer } from '../../platform/mail/mailer.ts';
import { createSecretKeys, type SecretKeys, secondStepSecrets } from '../../platform/secrets/keys.ts';
import { createAccounts, type IdentityAccounts } from './accounts/identity-accounts.ts';
import { createLinks, type IdentityLinks } from './accounts/identity-links.ts';
import { actorOf, createPrincipals, type RequestHead } from './identity-principal.ts';
import { createMicrosoft, type IdentityMicrosoft } from './microsoft/identity-microsoft.ts';
import { createProtection, type IdentityProtection } from './second-step/identity-protection.ts';
import { createSecondStepRemoval, type IdentitySecondStepRemoval } from './second-step/identity-second-step-removal.ts';
import { createCookieJar } from './sessions/identity-cookies.ts';
import { createSessionOpener } from './sessions/identity-session-opener.ts';
import { createSessions, type IdentitySessions } from './sessions/identity-sessions.ts';
import { createSignIns, type IdentitySignIns } from './sessions/identity-sign-ins.ts';

export { hashPassword } from '../../platform/identity/password-hash.ts';
export type { NewAccount } from './accounts/identity-accounts.ts';
export type { BrowserRequest } from './identity-principal.ts';
export { ACCESS_TOKEN_SECONDS, COOKIES, DEVICE_SECONDS, MICROSOFT_SECONDS } from './sessions/identity-cookies.ts';

/** Who somebody is, and how that is proven: the one interface between accounts and the rest of the product. */
export interface Identity
  extends IdentitySessions,
    IdentityAccounts,
    IdentityLinks,
    IdentityMicrosoft,
    IdentitySignIns,
    IdentityProtection,
    IdentitySecondStepRemoval {
  /**
   * Who asks, from the Authorization header alone: a person's access token, or a program's API token (`cwk_…`).
   * `''`, `Bearer` and `Bearer ` ask anonymously (specification, section 7).
   * @throws {AppError} 401 `auth.tokenInvalid`, `auth.sessionEnded`; 403 `auth.secondStepRequired`; 429 after many wrong API tokens; 403 for an account without profile; 503 when it cannot be checked
   */
  authenticate(request: RequestHead): Promise<Actor>;
  /**
   * The same for somebody who stays connected, asked of the database itself; until what ends it.
   * @throws {AppError} as `authenticate`; 401 `access.unauthenticated` for anonymous callers
   */
  authenticateAnew(request: RequestHead): Promise<Authenticated>;
  /** The embedded issuer's public keys. */
  publicKeys(): Promise<{ readonly keys: readonly Readonly<Record<string, unknown>>[] }>;
  /** After a change of rights: the next request of this profile sees it (in other processes within two seconds). */
  forget(profileId: string): void;

  /** @throws {AppError} when nobody could sign in now */
  ready(): Promise<void>;
  /** Removes what has expired; happens by itself from time to time. */
  purge(): Promise<void>;
  close(): void;
}

/** The holder of a live connection. */
export interface Authenticated {
  readonly actor: Actor;
  /** Their account at the issuer: what notifications of changed rights name (live.service.ts). */
  readonly subject: string;
  /** When the credentials end. */
  readonly endsAt: Date;
}

const PURGE_EVERY_MS = 10 * 60_000;

export interface IdentityDeps {
  readonly config: Pick<Config, 'appSecret' | 'formerSecrets' | 'identity' | 'microsoft' | 'publicUrl'>;
  readonly keys?: SecretKeys;
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly outbox: Outbox;
  readonly mailer: Mailer;
  /** Holds answers back; tests need not wait. */
  readonly delay?: (milliseconds: number) => Promise<unknown>;
}

export function createIdentity({
  config,
  db,
  clock,
  log,
  outbox,
  mailer,
  keys = createSecretKeys(config),
  delay = sleep,
}: IdentityDeps): Identity {
  const pool = db.authPool();
  const issuerSecret = deriveSecret(config, 'identity signing keys');
  const issuer: Issuer = createEmbeddedIssuer({ pool, clock, log, secret: issuerSecret });
  // The same with the connection of readiness checks: they must not wait behind everybody who signs in.
  const probed: Issuer = createEmbeddedIssuer({ pool: db.readinessPool(), clock, log, secret: issuerSecret });
  const probeVerifier: TokenVerifier = createTokenVerifier({ issuers: [probed.handoffTokens], clock });
  const verifier = createTokenVerifier({ issuers: [issuer.accessTokens, ...externalIssuer(config.identity)], clock });
  const handoffVerifier: TokenVerifier = createTokenVerifier({ issuers: [issuer.handoffTokens], clock });
  const throttle = createThrottle({ pool, clock, secret: deriveSecret(config, 'identity throttle keys') });
  const jar = createCookieJar(keys.of('identity cookies'));
  const principals = createPrincipals({ config, db, clock, throttle, issuer, verifier, jar });
  const links = createLinks({ db, clock, issuer, throttle, jar, principals, outbox, mailer });
  const opener = createSessionOpener({ db, clock, issuer, throttle, jar, links });

  const steps = createSecondSteps({
    pool,
    clock,
    crypto: createCrypto(secondStepSecrets(config)),
    keys: keys.of('recovery codes'),
  });
  const passkeys = createPasskeys({ pool, clock, publicUrl: config.publicUrl });
  const { afterFirstStep, ...signIns } = createSignIns({ db, pool, clock, issuer, steps, passkeys, throttle, jar, opener, links });

  const microsoft = createMicrosoft({
    registration: config.microsoft,
    publicUrl: config.publicUrl,
    pool,
    clock,
    issuer,
    throttle,
    jar,
    opener,
    signIns: { afterFirstStep },
    secret: deriveSecret(config, 'microsoft sign-in'),
  });

  const purge = (): void => {
    issuer
      .purge()
      .catch((error: unknown) => log.warn(`Expired sessions could not be removed: ${error instanceof Error ? error.message : error}`));
  };
  const purging = setInterval(purge, PURGE_EVERY_MS);
  purging.unref();

  return {
    ...createSessions({ db, issuer, handoffVerifier, throttle, jar, principals, links, opener, signIns: { afterFirstStep }, steps, delay }),
    ...createAccounts({ db, clock, issuer, principals, links }),
    ...links,
    ...microsoft,
    ...signIns,
    ...createProtection({
      db,
      pool,
      clock,
      issuer,
      steps,
      passkeys,
      throttle,
      jar,
      principals,
      links,
      microsoftOffered: config.microsoft !== null,
    }),
    ...createSecondStepRemoval({ db, clock, issuer, steps, throttle, jar, principals, links }),

    async authenticate(request) {
      const profile = await principals.findProfile(request);
      return profile ? actorOf(profile) : ANONYMOUS;
    },

    async authenticateAnew({ headers }) {
      const found = await principals.findAuthentication({ headers, fresh: true });
      if (!found) throw new AppError('access.unauthenticated');
      return { actor: actorOf(found.profile), subject: found.profile.subject, endsAt: found.endsAt };
    },

    async publicKeys() {
      return { keys: (await issuer.accessTokens.jwks()).keys.map((key) => ({ ...key, use: 'sig' })) };
    },

    forget: (profileId) => principals.forgetProfile(profileId),

    async ready() {
      const probe = await probed.signHandoffToken({
        subject: 'probe',
        tokenId: newId(),
        expiresAt: new Date(clock.now().getTime() + 60_000),
      });
      await probeVerifier.verify(probe);
    },

    purge: () => issuer.purge(),
    close: () => clearInterval(purging),
  };
}

function externalIssuer({ external }: Config['identity']) {
  if (!external) return [];
  const { issuer, audience, jwksUrl, algorithm, tokenType, subjectClaim } = external;
  const claims = { subject: subjectClaim, sessionId: null, version: null, fingerprint: null, provider: null };
  return [{ issuer, audience, algorithm, type: tokenType, jwks: remoteJwks(jwksUrl), claims }];
}
