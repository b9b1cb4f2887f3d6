import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto';

/** A signing key of this installation; anybody can verify its signatures (Ed25519, RFC 8032). */
export interface SigningKey {
  /** The id of the public key: 16 hexadecimal digits. */
  readonly id: string;
  /** The public key: SubjectPublicKeyInfo as PEM. */
  readonly publicPem: string;
  /** @returns 64 bytes */
  sign(text: string): Buffer;
}

/** The PKCS #8 header before the 32 bytes of a private key (RFC 8410). */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex');

/** @param secret the private key, 32 bytes */
export function createSigningKey(secret: Uint8Array): SigningKey {
  const key: KeyObject = createPrivateKey({ key: Buffer.concat([PKCS8, secret]), format: 'der', type: 'pkcs8' });
  const publicKey = createPublicKey(key);
  return {
    id: createHash('sha256')
      .update(publicKey.export({ format: 'der', type: 'spki' }))
      .digest('hex')
      .slice(0, 16),
    publicPem: String(publicKey.export({ format: 'pem', type: 'spki' })),
    sign: (text) => sign(null, Buffer.from(text), key),
  };
}
