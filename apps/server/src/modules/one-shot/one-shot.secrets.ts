import { createHash, createHmac } from 'node:crypto';
import { SECRET_TOKEN } from '@checkwell/domain/secret-token';

export const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Links of orders: 256 bits that only this installation can work out of an order's id, so that mails can carry them again. */
export interface Links {
  tokenOf(orderId: string): string;
  /** What stands in the database; undefined for what cannot be a token. */
  hashOf(token: string): Buffer | undefined;
}

export function createOrderLinks(secret: Buffer): Links {
  return {
    tokenOf: (orderId) => createHmac('sha256', secret).update(orderId).digest('base64url'),
    hashOf: (token) => (SECRET_TOKEN.test(token) ? sha256(token) : undefined),
  };
}
