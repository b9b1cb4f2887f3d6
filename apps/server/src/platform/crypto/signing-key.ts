import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto';

/** A key of this installation that signs, and whose signatures anybody can verify (Ed25519, RFC 8032). */
export interface SigningKey {
  /** 16 hexadecimal digits that name the public half. */
  readonly id: string;
  /** SubjectPublicKeyInfo as PEM, as every program reads it. */
  readonly publicPem: string;
  /** @returns 64 bytes */
  sign(text: string): Buffer;
}

/** What is before the 32 bytes of a private key in PKCS #8 (RFC 8410). */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex');

/** @param secret 32 bytes that nobody else knows: the private half */
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
