import { createHmac, randomBytes } from 'node:crypto';
import { chmodSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { errorCode } from '../platform/error-code.ts';
import { makeFolders } from '../platform/folders.ts';
import { StartupError } from './startup-error.ts';
import { SECRET_LENGTH } from './variables.ts';

/**
 * A secret of this installation, made once and kept in `DATA_DIR/secrets`. Several processes that start together get the same one.
 * @throws {StartupError} when the folder cannot be written
 */
export function storedSecret(dataDir: string, name: string): string {
  const directory = join(dataDir, 'secrets');
  const path = join(directory, name);
  try {
    const present = readSecret(path);
    if (present !== undefined) return present;
    if (makeFolders(dataDir)) chmodSync(dataDir, dataDirMode());
    makeFolders(directory);
    chmodSync(directory, 0o700);
    const draft = join(directory, `.${name}.${process.pid}.${randomBytes(4).toString('hex')}`);
    writeFileSync(draft, `${randomBytes(36).toString('base64url')}\n`, { mode: 0o600, flush: true });
    try {
      linkSync(draft, path); // fails when another process was first: its secret counts
    } catch (error) {
      if (errorCode(error) !== 'EEXIST') throw error;
    } finally {
      rmSync(draft, { force: true });
    }
    return readSecret(path) ?? fail(`The secret ${path} vanished while it was being made.`);
  } catch (error) {
    if (error instanceof StartupError || !(error instanceof Error) || errorCode(error) === undefined) throw error;
    throw new StartupError(`The secrets of this installation cannot be kept in ${directory}: ${error.message}.`);
  }
}

function readSecret(path: string): string | undefined {
  let text: string;
  try {
    text = readFileSync(path, 'utf8').trim();
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
  if (text.length < SECRET_LENGTH)
    throw new StartupError(`The secret in ${path} is damaged (shorter than ${SECRET_LENGTH} characters); restore it from a backup.`);
  return text;
}

/**
 * A secret for one purpose: HMAC-SHA256 of the purpose under APP_SECRET, so that no two purposes share a key.
 * @param purpose a fixed phrase, such as "postgres role checkwell_api"; changing it changes the key
 * @returns 32 bytes
 */
export function deriveSecret({ appSecret }: { readonly appSecret: string }, purpose: string): Buffer {
  return createHmac('sha256', appSecret).update(purpose).digest();
}

/** The same of the secret that counts and of each former one that is set, in that order. */
export function deriveSecrets(
  { appSecret, formerSecrets }: { readonly appSecret: string; readonly formerSecrets: readonly string[] },
  purpose: string,
): readonly [Buffer, ...Buffer[]] {
  return [deriveSecret({ appSecret }, purpose), ...formerSecrets.map((former) => deriveSecret({ appSecret: former }, purpose))];
}

function fail(sentence: string): never {
  throw new StartupError(sentence);
}

/** Only its owner looks into the data folder; when that is root, the database's own account must be able to pass through to its part. */
export function dataDirMode(): number {
  return process.getuid?.() === 0 ? 0o711 : 0o700;
}
