import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto';

/**
 * Encryption at rest of data that must not be readable in the database, its backups or the file store (security.md, P2):
 * national numbers, medical notes, documents. AES-256-GCM; each value is bound to its context.
 */
export interface Crypto {
  /** @param context associated data: where the value is stored, such as `employees/<companyId>/<id>/workerNISS`; elsewhere it does not decrypt */
  encrypt(plain: Uint8Array, context: string): Buffer;
  /** @throws {Error} when it is damaged, was moved to another context, or was encrypted with an unknown secret */
  decrypt(sealed: Uint8Array, context: string): Buffer;
  encryptText(plain: string, context: string): Buffer;
  decryptText(sealed: Uint8Array, context: string): string;
  /**
   * A blind index: finds an encrypted value without decrypting. Equal values of one purpose have equal indexes.
   * @param purpose column and tenant, such as `employees.workerNissIndex/<companyId>`, so that tenants cannot be compared
   * @returns 32 bytes, made with the newest secret
   */
  blindIndex(value: string, purpose: string): Buffer;
  /** The index for every secret, the newest first: to find values that were written with a former one. */
  blindIndexes(value: string, purpose: string): readonly Buffer[];
  /** Whether it was encrypted with the newest secret. */
  isNewest(sealed: Uint8Array): boolean;
  /** Whether it was encrypted with one of the secrets. */
  knows(sealed: Uint8Array): boolean;
}

const VERSION = 1;
const KEY_ID_BYTES = 4;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const HEADER_BYTES = 1 + KEY_ID_BYTES + NONCE_BYTES;

interface DataKey {
  readonly id: Buffer;
  readonly key: Buffer;
}

const derive = (secret: string, purpose: string) => Buffer.from(hkdfSync('sha256', secret, 'checkwell', purpose, 32));

function dataKey(secret: string): DataKey {
  const key = derive(secret, 'encryption at rest');
  return { key, id: createHash('sha256').update(key).digest().subarray(0, KEY_ID_BYTES) };
}

/**
 * Layout of an encrypted value: version (1 byte), key id (4), nonce (12), ciphertext, tag (16).
 * @param secrets newest first: the first encrypts, each of them decrypts, so that a secret can be replaced
 */
export function createCrypto(secrets: readonly [string, ...string[]]): Crypto {
  const keys = secrets.map(dataKey);
  const [newest] = keys as [DataKey, ...DataKey[]];
  const indexKeys = secrets.map((secret) => derive(secret, 'blind index'));
  const idOf = (sealed: Uint8Array) => Buffer.from(sealed.subarray(1, 1 + KEY_ID_BYTES));
  const associated = (header: Uint8Array, context: string) => Buffer.concat([header.subarray(0, 1 + KEY_ID_BYTES), Buffer.from(context)]);

  const crypto: Crypto = {
    encrypt(plain, context) {
      const header = Buffer.concat([Buffer.of(VERSION), newest.id, randomBytes(NONCE_BYTES)]);
      const cipher = createCipheriv('aes-256-gcm', newest.key, header.subarray(1 + KEY_ID_BYTES), { authTagLength: TAG_BYTES });
      cipher.setAAD(associated(header, context));
      return Buffer.concat([header, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
    },
    decrypt(sealed, context) {
      const bytes = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength);
      if (bytes.length < HEADER_BYTES + TAG_BYTES || bytes[0] !== VERSION)
        throw new Error('This is not something that was encrypted here.');
      const id = bytes.subarray(1, 1 + KEY_ID_BYTES);
      const known = keys.find((candidate) => candidate.id.equals(id));
      if (!known) throw new Error('Encrypted under a secret that is not known here; put the former APP_SECRET back.');
      const decipher = createDecipheriv('aes-256-gcm', known.key, bytes.subarray(1 + KEY_ID_BYTES, HEADER_BYTES), {
        authTagLength: TAG_BYTES,
      });
      decipher.setAAD(associated(bytes, context));
      decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
      return Buffer.concat([decipher.update(bytes.subarray(HEADER_BYTES, -TAG_BYTES)), decipher.final()]);
    },
    encryptText: (plain, context) => crypto.encrypt(Buffer.from(plain), context),
    decryptText: (sealed, context) => crypto.decrypt(sealed, context).toString(),
    // A key for each purpose: indexes of different purposes cannot be compared.
    blindIndexes: (value, purpose) =>
      indexKeys.map((key) => createHmac('sha256', createHmac('sha256', key).update(purpose).digest()).update(value).digest()),
    blindIndex: (value, purpose) => {
      const [index] = crypto.blindIndexes(value, purpose);
      if (!index) throw new Error('There is always a secret.');
      return index;
    },
    isNewest: (sealed) => newest.id.equals(idOf(sealed)),
    knows: (sealed) => keys.some(({ id }) => id.equals(idOf(sealed))),
  };
  return crypto;
}
