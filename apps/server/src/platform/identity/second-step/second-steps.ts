import { createHash, createHmac, randomBytes, randomInt } from 'node:crypto';
import type { Clock } from '@checkwell/domain/clock';
import { AppError } from '@checkwell/domain/errors';
import {
  canonicalCode,
  RECOVERY_CODES,
  SECOND_STEP_ATTEMPTS,
  SECOND_STEP_WAIT_MS,
  type SecondStepAdded,
  type SecondStepAsked,
  type SecondStepMethod,
  type TotpStarted,
} from '@checkwell/domain/identity/second-step';
import type { Pool } from 'pg';
import type { Crypto } from '../../crypto/crypto.ts';
import { ENCRYPTED } from '../../crypto/encrypted-columns.ts';
import { newId } from '../../ids.ts';
import type { MadePasskey } from './passkeys.ts';
import type { Factors, WaitingSignIn } from './second-step.repository.ts';
import * as store from './second-step.repository.ts';
import { newTotpSecret, totpAddress, totpStepOf } from './totp.ts';

export type { Factors, WaitingSignIn } from './second-step.repository.ts';

/** Whose account, and the session in which something is set up. */
export interface Owner {
  readonly subject: string;
  readonly sessionId: string;
}

/** Second steps of the embedded issuer's accounts, and sign-ins that wait for one. */
export interface SecondSteps {
  find(subject: string): Promise<Factors>;
  /** A ticket for the second step; undefined for an account that has none. */
  ask(waiting: WaitingSignIn): Promise<SecondStepAsked | undefined>;
  /** Counts one attempt with a ticket. @returns whose it is @throws {AppError} `auth.secondStepExpired` */
  attempt(ticket: string): Promise<{ readonly subject: string; readonly email: string }>;
  /** Whose ticket it is. @throws {AppError} `auth.secondStepExpired` */
  ownerOf(ticket: string): Promise<string>;
  /** Spends a ticket. @throws {AppError} `auth.secondStepExpired` */
  take(ticket: string): Promise<WaitingSignIn>;
  /** Spends a code of the app, or a recovery code. @returns which; undefined for a wrong one */
  spendCode(subject: string, code: string): Promise<Exclude<SecondStepMethod, 'passkey'> | undefined>;

  /** A secret for an authenticator app; kept only once a code of it was shown (`confirmTotp`). */
  startTotp(owner: Owner, email: string): TotpStarted;
  /** @throws {AppError} `auth.secondStepExpired`, `auth.codeInvalid`, `auth.secondStepRequired` */
  confirmTotp(owner: Owner, ticket: string, code: string): Promise<SecondStepAdded>;
  /** @throws {AppError} `auth.passkeyInvalid` for one that an account has already, `auth.secondStepRequired` */
  addPasskey(owner: Owner, name: string, passkey: MadePasskey): Promise<SecondStepAdded>;
  /** @throws {AppError} `entity.notFound` */
  renamePasskey(subject: string, id: string, name: string): Promise<void>;
  /** @param passkeyId null: the authenticator app @throws {AppError} `entity.notFound`, `auth.secondStepKept` */
  remove(subject: string, passkeyId: string | null, keepOne: boolean): Promise<void>;
  /** The ones of these accounts that have a second step. */
  findProtected(subjects: readonly string[]): Promise<readonly string[]>;
  /** @throws {AppError} `entity.notFound` for an account without second step */
  renewRecoveryCodes(subject: string): Promise<string[]>;
}

/** Base 32 of Crockford: no letters that look like digits. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

export interface SecondStepDeps {
  readonly pool: Pool;
  readonly clock: Clock;
  /** Encrypts the secrets of authenticator apps. */
  readonly crypto: Crypto;
  /** Make the hashes of recovery codes, the first those of new ones: without them nobody can try them all. */
  readonly keys: readonly [Buffer, ...Buffer[]];
}

export function createSecondSteps({ pool, clock, crypto, keys }: SecondStepDeps): SecondSteps {
  const hashBy = (key: Buffer, subject: string, code: string): Buffer => createHmac('sha256', key).update(`${subject}\0${code}`).digest();
  const startedContext = ({ subject, sessionId }: Owner): string => `auth.totp/${subject}/started/${sessionId}`;
  const expired = () => new AppError('auth.secondStepExpired');

  function newCodes(subject: string): { codes: string[]; hashes: Buffer[] } {
    const codes = Array.from({ length: RECOVERY_CODES.count }, newRecoveryCode);
    return { codes: codes.map(shown), hashes: codes.map((code) => hashBy(keys[0], subject, code)) };
  }

  /** The session that sets a second step up must have taken that step itself, if the account has one. */
  function outcome(result: store.SetUpResult, codes: string[]): SecondStepAdded {
    if (result === 'unproven') throw new AppError('auth.secondStepRequired');
    if (result === 'taken') throw new AppError('auth.passkeyInvalid');
    return { recoveryCodes: result === 'first' ? codes : null };
  }

  function readStarted(owner: Owner, ticket: string): string {
    try {
      const { totp, until } = JSON.parse(crypto.decryptText(Buffer.from(ticket, 'base64url'), startedContext(owner))) as {
        totp: string;
        until: number;
      };
      if (until > clock.now().getTime()) return totp;
    } catch {
      // of another account or session, or not ours at all: same answer
    }
    throw expired();
  }

  return {
    find: (subject) => store.findFactors(pool, subject),

    async ask(waiting) {
      const { totpSince, recoveryCodes, passkeys } = await store.findFactors(pool, waiting.subject);
      if (totpSince === null && passkeys.length === 0) return undefined;
      const ticket = randomBytes(32).toString('base64url');
      await store.insertTicket(pool, ticketHash(ticket), waiting, new Date(clock.now().getTime() + SECOND_STEP_WAIT_MS.signIn));
      const methods: SecondStepMethod[] = [
        ...(totpSince ? (['totp'] as const) : []),
        ...(passkeys.length > 0 ? (['passkey'] as const) : []),
        ...(recoveryCodes > 0 ? (['recovery'] as const) : []),
      ];
      return { ticket, methods };
    },

    async attempt(ticket) {
      const owner = await store.tryTicket(pool, ticketHash(ticket), SECOND_STEP_ATTEMPTS, clock.now());
      if (!owner) throw expired();
      return owner;
    },

    async ownerOf(ticket) {
      const subject = await store.findTicket(pool, ticketHash(ticket), clock.now());
      if (subject === undefined) throw expired();
      return subject;
    },

    async take(ticket) {
      const waiting = await store.takeTicket(pool, ticketHash(ticket), clock.now());
      if (!waiting) throw expired();
      return waiting;
    },

    async spendCode(subject, typed) {
      const code = canonicalCode(typed);
      if (code.length === RECOVERY_CODES.length)
        return (await store.spendRecoveryCode(
          pool,
          subject,
          keys.map((key) => hashBy(key, subject, unmistakable(code))),
        ))
          ? 'recovery'
          : undefined;
      const sealed = await store.findTotpSecret(pool, subject);
      const step = sealed && totpStepOf(crypto.decryptText(sealed, ENCRYPTED.totp.contextOf(subject)), code, clock.now());
      return step !== undefined && (await store.useTotpStep(pool, subject, step)) ? 'totp' : undefined;
    },

    startTotp(owner, email) {
      const totp = newTotpSecret();
      const started = JSON.stringify({ totp, until: clock.now().getTime() + SECOND_STEP_WAIT_MS.setUp });
      return {
        ticket: crypto.encryptText(started, startedContext(owner)).toString('base64url'),
        address: totpAddress(totp, email),
        secret: totp,
      };
    },

    async confirmTotp(owner, ticket, code) {
      const totp = readStarted(owner, ticket);
      const step = totpStepOf(totp, canonicalCode(code), clock.now());
      if (step === undefined) throw new AppError('auth.codeInvalid');
      const { codes, hashes } = newCodes(owner.subject);
      const sealed = crypto.encryptText(totp, ENCRYPTED.totp.contextOf(owner.subject));
      return outcome(await store.putTotp(pool, { ...owner, recoveryHashes: hashes }, { secret: sealed, step, now: clock.now() }), codes);
    },

    async addPasskey(owner, name, passkey) {
      const { codes, hashes } = newCodes(owner.subject);
      const added = { ...passkey, id: newId(), name, createdAt: clock.now() };
      return outcome(await store.insertPasskey(pool, { ...owner, recoveryHashes: hashes }, added), codes);
    },

    async renamePasskey(subject, id, name) {
      if (!(await store.renamePasskey(pool, subject, id, name))) throw new AppError('entity.notFound');
    },

    async remove(subject, passkeyId, keepOne) {
      const result = await store.removeFactor(pool, { subject, passkeyId, keepOne });
      if (result === 'unknown') throw new AppError('entity.notFound');
      if (result === 'kept') throw new AppError('auth.secondStepKept');
    },

    findProtected: (subjects) => store.findProtected(pool, subjects),

    async renewRecoveryCodes(subject) {
      const { codes, hashes } = newCodes(subject);
      if (!(await store.renewRecoveryCodes(pool, subject, hashes))) throw new AppError('entity.notFound');
      return codes;
    },
  };
}

const ticketHash = (ticket: string): Buffer => createHash('sha256').update(ticket).digest();

const newRecoveryCode = (): string => Array.from({ length: RECOVERY_CODES.length }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');

/** A recovery code as people read it: two halves with a dash between them. */
const shown = (code: string): string => `${code.slice(0, RECOVERY_CODES.length / 2)}-${code.slice(RECOVERY_CODES.length / 2)}`;

/** Letters that no code has, typed for the digits that they look like. */
const unmistakable = (code: string): string => code.replaceAll('O', '0').replaceAll(/[IL]/g, '1');
