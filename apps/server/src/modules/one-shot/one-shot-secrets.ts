import { createHash } from 'node:crypto';

/** The SHA-256 digest of a text in UTF-8: 32 bytes. */
export const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();
