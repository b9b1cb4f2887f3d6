import { createHash } from 'node:crypto';
import type { Clock } from '@checkwell/domain/clock';
import { AppError } from '@checkwell/domain/errors';
import { MAX_PASSKEYS, type PasskeyOptions, SECOND_STEP_WAIT_MS } from '@checkwell/domain/identity/second-step';
import type { AuthenticationResponseJSON, AuthenticatorTransport, RegistrationResponseJSON } from '@simplewebauthn/server';
import type { Pool } from 'pg';
import { onFirstUse } from '../../on-first-use.ts';
import * as store from './second-step.repository.ts';

const library = onFirstUse(['@simplewebauthn/server'], () => import('@simplewebauthn/server'));

type Answer = Readonly<Record<string, unknown>>;

/** A passkey that was just made, before it is kept. */
export type MadePasskey = Omit<store.NewPasskey, 'id' | 'name' | 'createdAt'>;

/**
 * Passkeys (WebAuthn): asked to be discoverable and to verify their user, so that one alone is both steps of a sign-in. Each answer must
 * be to a challenge of the product, once, from a page of the product; whatever is wrong with it, the answer is `auth.passkeyInvalid`.
 */
export interface Passkeys {
  /** What the browser is to make a passkey from. @throws {AppError} `auth.passkeyTooMany` */
  addOptions(subject: string, email: string): Promise<PasskeyOptions>;
  verifyAdded(subject: string, answer: Answer): Promise<MadePasskey>;
  /** What the browser is to sign. @param subject whose passkeys may answer; null: any account's */
  options(subject: string | null): Promise<PasskeyOptions>;
  /** @returns whose passkey answered */
  verify(answer: Answer, subject: string | null): Promise<string>;
}

/** @param publicUrl where browsers reach the product: passkeys belong to its host, and answers come from its pages */
export function createPasskeys({ pool, clock, publicUrl }: { pool: Pool; clock: Clock; publicUrl: string }): Passkeys {
  const { hostname: rpID, origin } = new URL(publicUrl);
  const expected = { expectedOrigin: origin, expectedRPID: rpID, requireUserVerification: true } as const;

  async function remember(challenge: string, purpose: store.ChallengePurpose, subject: string | null): Promise<void> {
    const wait = purpose === 'add' ? SECOND_STEP_WAIT_MS.setUp : SECOND_STEP_WAIT_MS.signIn;
    await store.insertChallenge(pool, {
      challengeHash: hash(challenge),
      purpose,
      subject,
      expiresAt: new Date(clock.now().getTime() + wait),
    });
  }

  /** The challenge that is answered, and never again. */
  const ours = (purpose: store.ChallengePurpose, subject: string | null) => (challenge: string) =>
    store.takeChallenge(pool, { challengeHash: hash(challenge), purpose, subject, now: clock.now() });

  return {
    async addOptions(subject, email) {
      const known = await store.listPasskeys(pool, subject);
      if (known.length >= MAX_PASSKEYS) throw new AppError('auth.passkeyTooMany');
      const { generateRegistrationOptions } = await library();
      const options = await generateRegistrationOptions({
        rpName: 'Checkwell',
        rpID,
        userID: new Uint8Array(Buffer.from(subject)),
        userName: email,
        attestationType: 'none',
        excludeCredentials: known.map(describe),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      });
      await remember(options.challenge, 'add', subject);
      return { ...options };
    },

    async verifyAdded(subject, answer) {
      // What a browser sent, of whatever shape: the library checks it, and `verifyOrRefuse` refuses what it throws at.
      const response = answer as unknown as RegistrationResponseJSON;
      const { verifyRegistrationResponse } = await library();
      const { verified, registrationInfo } = await verifyOrRefuse(() =>
        verifyRegistrationResponse({ response, expectedChallenge: ours('add', subject), ...expected }),
      );
      if (!verified) throw new AppError('auth.passkeyInvalid');
      const { id: credentialId, publicKey, counter, transports = [] } = registrationInfo.credential;
      return { credentialId, publicKey, counter, transports };
    },

    async options(subject) {
      const allowed = subject === null ? [] : await store.listPasskeys(pool, subject);
      const { generateAuthenticationOptions } = await library();
      const options = await generateAuthenticationOptions({
        rpID,
        userVerification: 'required',
        allowCredentials: allowed.map(describe),
      });
      await remember(options.challenge, subject === null ? 'signIn' : 'secondStep', subject);
      return { ...options };
    },

    async verify(answer, subject) {
      // The cast is safe for the same reason as in `verifyAdded`.
      const response = answer as unknown as AuthenticationResponseJSON;
      const passkey = typeof response.id === 'string' ? await store.findPasskey(pool, response.id) : undefined;
      if (!passkey || (subject !== null && passkey.subject !== subject)) throw new AppError('auth.passkeyInvalid');
      const { verifyAuthenticationResponse } = await library();
      const { verified, authenticationInfo } = await verifyOrRefuse(() =>
        verifyAuthenticationResponse({
          response,
          expectedChallenge: ours(subject === null ? 'signIn' : 'secondStep', subject),
          credential: {
            id: passkey.credentialId,
            publicKey: new Uint8Array(passkey.publicKey),
            counter: passkey.counter,
            transports: [...passkey.transports] as AuthenticatorTransport[],
          },
          ...expected,
        }),
      );
      // Devices that name no account leave it out, or send null.
      const owner: unknown = response.response.userHandle ?? null;
      const strange = owner !== null && Buffer.from(String(owner), 'base64url').toString() !== passkey.subject;
      if (!verified || strange || !(await store.usePasskey(pool, passkey.id, authenticationInfo.newCounter, clock.now())))
        throw new AppError('auth.passkeyInvalid');
      return passkey.subject;
    },
  };
}

const hash = (challenge: string): Buffer => createHash('sha256').update(challenge).digest();

const describe = ({ credentialId, transports }: store.StoredPasskey) => ({
  id: credentialId,
  transports: [...transports] as AuthenticatorTransport[],
});

/** The library throws at whatever is wrong with an answer; a store that is away is no error of the answer. */
async function verifyOrRefuse<Result>(verify: () => Promise<Result>): Promise<Result> {
  try {
    return await verify();
  } catch (error) {
    throw error instanceof AppError ? error : new AppError('auth.passkeyInvalid', {}, { cause: error });
  }
}
