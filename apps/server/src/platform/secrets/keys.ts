import { createHmac } from 'node:crypto';
import { deriveSecrets } from '../../config/secrets.ts';
import { StartupError } from '../../config/startup-error.ts';
import type { Config } from '../../config.ts';
import { type Crypto, createCrypto } from '../crypto/crypto.ts';
import { ENCRYPTED } from '../crypto/encrypted-columns.ts';
import type { Database } from '../db/database.ts';
import { LOG_SEALS } from '../db/seals/seals.ts';
import * as repository from './keys.repository.ts';

/**
 * Purposes whose former keys are kept when their secret is removed (docs/decisions/0089): without them, links that were sent and seals could not be
 * verified any more. None of them decrypts stored data.
 */
const KEPT_PURPOSES = [
  'one shot links',
  'employee links',
  'offer links',
  'mission calendars',
  'recovery codes',
  'owner of the bucket',
] as const;

/** The keys derived from APP_SECRET, and those from former secrets. */
export interface SecretKeys {
  /** Encryption at rest: the current secret encrypts, each configured secret decrypts. */
  readonly crypto: Crypto;
  /** Keys of one purpose, 32 bytes each: first that of the current secret, then those of former ones that are still accepted. */
  of(purpose: string): readonly [Buffer, ...Buffer[]];
}

export type Secrets = Pick<Config, 'appSecret' | 'formerSecrets'>;

export const secretsOf = ({ appSecret, formerSecrets }: Secrets): readonly [string, ...string[]] => [appSecret, ...formerSecrets];

/** Secrets for the encryption of the TOTP secrets, derived so that no other key decrypts them. */
export function secondStepSecrets(secrets: Secrets): readonly [string, ...string[]] {
  const [current, ...former] = deriveSecrets(secrets, 'second steps').map((key) => key.toString('hex'));
  if (current === undefined) throw new Error('There is always a current secret.');
  return [current, ...former];
}

/** The keys that make and verify the seals over the logs (`createLogSeals`). */
export function sealKeys(secrets: Secrets) {
  const [key, ...former] = deriveSecrets(secrets, LOG_SEALS);
  return { key, rotation: { former, crypto: createCrypto(secretsOf(secrets)) } };
}

const fingerprintOf = (secret: string): string => createHmac('sha256', secret).update('fingerprint').digest('hex').slice(0, 16);

type Kept = Readonly<Partial<Record<string, string>>>;

/** @param kept the kept keys of secrets that are not configured any more: base64 by purpose */
export function createSecretKeys(secrets: Secrets, kept: readonly Kept[] = []): SecretKeys {
  return {
    crypto: createCrypto(secretsOf(secrets)),
    of(purpose) {
      const [current, ...former] = deriveSecrets(secrets, purpose);
      const outlived = kept.flatMap((keys) => keys[purpose] ?? []).map((key) => Buffer.from(key, 'base64'));
      return [current, ...former, ...outlived];
    },
  };
}

/**
 * The keys of an installation. Records the secrets that the database is used with, and keeps the keys of former ones (`KEPT_PURPOSES`).
 * @throws {StartupError} the database was used with a secret that is neither APP_SECRET nor one of APP_SECRET_PREVIOUS, and its keys were not kept
 */
export async function openSecretKeys(secrets: Secrets, db: Pick<Database, 'system'>, now: Date): Promise<SecretKeys> {
  const crypto = createCrypto(secretsOf(secrets));
  const kept = await db.system('secrets', async (tx) => {
    const known = new Map((await repository.findSecrets(tx)).map((row) => [row.fingerprint, row.kept]));
    if (!known.has(fingerprintOf(secrets.appSecret))) await repository.insertSecret(tx, fingerprintOf(secrets.appSecret), now);
    for (const secret of secrets.formerSecrets) {
      const fingerprint = fingerprintOf(secret);
      if (known.get(fingerprint)) continue;
      const keys = Object.fromEntries(
        KEPT_PURPOSES.map((purpose) => [purpose, deriveSecrets({ appSecret: secret, formerSecrets: [] }, purpose)[0].toString('base64')]),
      );
      await repository.keepKeys(tx, fingerprint, crypto.encryptText(JSON.stringify(keys), ENCRYPTED.keptKeys.contextOf(fingerprint)), now);
    }
    const set = new Set(secretsOf(secrets).map(fingerprintOf));
    return [...known].flatMap(([fingerprint, sealed]): Kept[] => {
      if (set.has(fingerprint)) return [];
      if (sealed === null || !crypto.knows(sealed)) throw unknownSecret();
      return [JSON.parse(crypto.decryptText(sealed, ENCRYPTED.keptKeys.contextOf(fingerprint))) as Kept];
    });
  });
  return createSecretKeys(secrets, kept);
}

const unknownSecret = () =>
  new StartupError(
    'This database was used with another APP_SECRET, which is not in APP_SECRET_PREVIOUS either: what is encrypted there could not be read. Put the former one there (docs/operations/secrets.md).',
  );
