import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { canonicalPassword } from '@checkwell/domain/identity/password';
import { verifyPassword as verifyScrypt } from 'better-auth/crypto';
import type { Config } from '../../config.ts';

/**
 * Cost of a hash: OWASP Password Storage Cheat Sheet (argon2id, m = 19 MiB, t = 2, p = 1).
 * A stored hash that costs less is replaced at the next sign-in.
 */
const RECOMMENDED = { memory: 19_456, passes: 2, parallelism: 1 } as const;
/** The least that argon2 allows: for tests that sign in hundreds of times and are not about the hash. */
const CHEAP = { memory: 8, passes: 1, parallelism: 1 } as const;
const SALT_BYTES = 16;
const TAG_BYTES = 32;
/** PHC string: base64 without padding, version 1.3 of argon2. */
const ENCODED = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,3}),p=(\d{1,2})\$([A-Za-z0-9+/]{11,86})\$([A-Za-z0-9+/]{22,171})$/;
/** Hashes of the library's own format: `salt:key` of scrypt, in hexadecimal. */
const LEGACY_SCRYPT = /^[0-9a-f]{32}:[0-9a-f]{128}$/;

const derive = promisify<'argon2id', Argon2Parameters, Buffer>((algorithm, parameters, done) => argon2(algorithm, parameters, done));

let cost: typeof RECOMMENDED | typeof CHEAP = RECOMMENDED;

/**
 * Makes the hashes of this process cheap, or as costly as recommended again.
 * @throws {Error} outside of tests
 */
export function setHashCost(wanted: 'cheap' | 'recommended', { environment }: Pick<Config, 'environment'>): void {
  if (environment !== 'test') throw new Error('Only tests may make cheap password hashes.');
  cost = wanted === 'cheap' ? CHEAP : RECOMMENDED;
}

/** A new argon2id hash of the password, as a PHC string. Runs outside the main thread. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const tag = await derive('argon2id', { message: bytesOf(password), nonce: salt, tagLength: TAG_BYTES, ...cost });
  const { memory, passes, parallelism } = cost;
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${encode(salt)}$${encode(tag)}`;
}

/** Whether the password belongs to the hash. A hash in no known format belongs to no password. */
export async function verifyPassword({ hash, password }: { hash: string; password: string }): Promise<boolean> {
  const parts = ENCODED.exec(hash);
  if (!parts) return LEGACY_SCRYPT.test(hash) && (await verifyScrypt({ hash, password: canonicalPassword(password) }));
  const [, memory, passes, parallelism, salt = '', tag = ''] = parts;
  const expected = Buffer.from(tag, 'base64');
  const actual = await derive('argon2id', {
    message: bytesOf(password),
    nonce: Buffer.from(salt, 'base64'),
    tagLength: expected.length,
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
  });
  return timingSafeEqual(actual, expected);
}

/** Whether a hash is weaker than what `hashPassword` makes today. */
export function needsRehash(hash: string): boolean {
  const parts = ENCODED.exec(hash);
  if (!parts) return true;
  return Number(parts[1]) < cost.memory || Number(parts[2]) < cost.passes;
}

const bytesOf = (password: string): Buffer => Buffer.from(canonicalPassword(password), 'utf8');
const encode = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '');
