import { createHash, createHmac } from 'node:crypto';
import { SECRET_TOKEN } from '@checkwell/domain/secret-token';

/** Secret links to the rows of a table: tokens of 256 bits that only this installation can derive from the id of a row, again at any time. */
export interface RowLinks {
  /** The token of a new row, made with the current key. */
  newToken(id: string): string;
  /** The token of a stored row, made with the same key as then; when none of the keys made it, a token that opens nothing. */
  tokenOf(id: string, tokenHash: Uint8Array): string;
  /** The hash that the database stores; undefined when the text cannot be a token. */
  hashOf(token: string): Buffer | undefined;
}

/** @param keys used only for these links: the current key, then former ones */
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
