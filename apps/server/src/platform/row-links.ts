import { createHash, createHmac } from 'node:crypto';
import { SECRET_TOKEN } from '@checkwell/domain/secret-token';

/** Links of a table's rows: 256 bits that only this installation can work out of a row's id, so that they can be told again. */
export interface RowLinks {
  tokenOf(id: string): string;
  /** What stands in the database; undefined for what cannot be a token. */
  hashOf(token: string): Buffer | undefined;
}

/** @param secret of these links alone (`deriveSecret`) */
export function createRowLinks(secret: Buffer): RowLinks {
  return {
    tokenOf: (id) => createHmac('sha256', secret).update(id).digest('base64url'),
    hashOf: (token) => (SECRET_TOKEN.test(token) ? createHash('sha256').update(token).digest() : undefined),
  };
}
