import { createHash, createHmac } from 'node:crypto';
import { SECRET_TOKEN } from '@checkwell/domain/secret-token';

/** Links of a table's rows: 256 bits that only this installation can work out of a row's id, so that they can be told again. */
export interface RowLinks {
  /** Of a new row, by the key that counts. */
  newToken(id: string): string;
  /** Of a row that is stored: by the key that made it. Of a row that none of the keys made, a token that opens nothing. */
  tokenOf(id: string, tokenHash: Uint8Array): string;
  /** What is in the database; undefined for what cannot be a token. */
  hashOf(token: string): Buffer | undefined;
}

/** @param keys of these links alone: the one that counts, and former ones */
export function createRowLinks(keys: readonly [Buffer, ...Buffer[]]): RowLinks {
  const tokenBy = (key: Buffer, id: string): string => createHmac('sha256', key).update(id).digest('base64url');
  const sha256 = (token: string): Buffer => createHash('sha256').update(token).digest();
  return {
    newToken: (id) => tokenBy(keys[0], id),
    tokenOf(id, tokenHash) {
      const tokens = keys.map((key) => tokenBy(key, id));
      return tokens.find((token) => sha256(token).equals(tokenHash)) ?? tokenBy(keys[0], id);
    },
    hashOf: (token) => (SECRET_TOKEN.test(token) ? sha256(token) : undefined),
  };
}
