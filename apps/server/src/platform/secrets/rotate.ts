import type { Client } from 'pg';
import { StartupError } from '../../config/startup-error.ts';
import { type Crypto, createCrypto } from '../crypto/crypto.ts';
import { ENCRYPTED, nissPurpose } from '../crypto/encrypted-columns.ts';
import { FileMissing, type FileStore, newFileKey } from '../files/files.ts';
import { type Secrets, secondStepSecrets, secretsOf } from './keys.ts';
import * as repository from './rotate.repository.ts';

/** How many values of an encrypted column or store are under which secret. */
interface EncryptedCount {
  readonly name: string;
  readonly total: number;
  /** Under a former secret that is configured. */
  readonly former: number;
  /** Under a secret that is not configured: cannot be decrypted. */
  readonly unknown: number;
}

interface RotateDeps {
  readonly secrets: Secrets;
  readonly ownerUrl: string;
  readonly files: Pick<FileStore, 'get' | 'put'>;
  readonly onProgress?: (name: string, done: number) => void;
}

const BATCH = 500;
const APPLICATION = 'checkwell rotation';

/**
 * Encrypts everything that is encrypted in the database and among the files again with the current secret, and makes the index of national numbers
 * anew. In transactions of `BATCH` rows, which it locks, while the product runs; after an interruption the next run continues.
 * @returns how much is still under a former secret; none: the former ones can be removed
 */
export async function reencrypt(deps: RotateDeps): Promise<readonly EncryptedCount[]> {
  await repository.withOwner(deps.ownerUrl, APPLICATION, async (owner) => {
    for (const column of columnsOf(deps.secrets)) {
      let done = 0;
      for (let after: repository.KeyValues | null = null; ; ) {
        const batch: repository.Batch = await repository.encryptBatch(owner, column, after, BATCH);
        done += batch.written;
        after = batch.last;
        if (batch.written > 0) deps.onProgress?.(column.name, done);
        if (after === null) break;
      }
    }
    // No file is overwritten: the document names a new one, and the sweeper removes the former when nobody can be reading it any more.
    await eachFile(owner, deps, async (crypto, file, sealed) => {
      if (crypto.isNewest(sealed) || !crypto.knows(sealed)) return;
      const key = newFileKey();
      await deps.files.put(key, crypto.encrypt(crypto.decrypt(sealed, file.context), file.context));
      await repository.turnToFile(owner, file, key);
    });
  });
  return countEncrypted(deps);
}

/** How much is encrypted, and under which secret. Reads everything, writes nothing. */
export async function countEncrypted(deps: RotateDeps): Promise<readonly EncryptedCount[]> {
  return repository.withOwner(deps.ownerUrl, APPLICATION, async (owner) => {
    const found: EncryptedCount[] = [];
    for (const column of columnsOf(deps.secrets)) found.push({ name: column.name, ...(await repository.countColumn(owner, column)) });
    const files = { name: 'files', total: 0, former: 0, unknown: 0 };
    await eachFile(owner, deps, async (crypto, _file, sealed) => {
      files.total += 1;
      if (!crypto.knows(sealed)) files.unknown += 1;
      else if (!crypto.isNewest(sealed)) files.former += 1;
    });
    return [...found, files];
  });
}

async function eachFile(
  owner: Client,
  { secrets, files, onProgress }: RotateDeps,
  visit: (crypto: Crypto, file: repository.StoredFile, sealed: Buffer) => Promise<void>,
): Promise<void> {
  const crypto = createCrypto(secretsOf(secrets));
  let done = 0;
  for (let after: repository.KeyValues | null = null; ; ) {
    const page: { readonly files: readonly repository.StoredFile[]; readonly last: repository.KeyValues | null } =
      await repository.findFiles(owner, after, BATCH);
    for (const file of page.files) {
      const sealed = await files.get(file.storageKey).catch((error: unknown) => {
        // A document may be deleted meanwhile; a lost file is reported elsewhere.
        if (error instanceof FileMissing) return undefined;
        throw error;
      });
      if (sealed) await visit(crypto, file, sealed);
      done += 1;
    }
    if (page.files.length > 0) onProgress?.('files', done);
    after = page.last;
    if (after === null) return;
  }
}

/** Every column that is encrypted, with the keys that these secrets make. */
function columnsOf(secrets: Secrets): readonly repository.Column[] {
  const crypto = createCrypto(secretsOf(secrets));
  const own: { readonly [Name in keyof typeof ENCRYPTED]?: Partial<repository.Column> } = {
    workerNISS: {
      index: {
        column: 'workerNissIndex',
        of: (plain, [companyId = '']) => crypto.blindIndex(plain.toString(), nissPurpose(companyId)),
      },
    },
    totp: { crypto: createCrypto(secondStepSecrets(secrets)) },
    keptKeys: { keyType: 'text' },
    sealKey: { keyType: 'integer' },
  };
  return (Object.keys(ENCRYPTED) as (keyof typeof ENCRYPTED)[]).map((name) => {
    const { table, column } = ENCRYPTED[name];
    return { ...ENCRYPTED[name], name: `${table}.${column}`, crypto, ...own[name] };
  });
}

/** @throws {StartupError} while anything is still under a former secret, or under one that nobody knows */
export function refuseUnlessDone(found: readonly EncryptedCount[]): void {
  const list = (count: (at: EncryptedCount) => number) =>
    found
      .filter((at) => count(at) > 0)
      .map((at) => `  ${at.name}: ${count(at)}`)
      .join('\n');
  const [unknown, former] = [list((at) => at.unknown), list((at) => at.former)];
  if (unknown !== '')
    throw new StartupError(
      `Not done: this is encrypted under a secret that is neither APP_SECRET nor in APP_SECRET_PREVIOUS, and cannot be read:\n${unknown}`,
    );
  if (former !== '') throw new StartupError(`Not done: this is still encrypted under a former secret:\n${former}`);
}
