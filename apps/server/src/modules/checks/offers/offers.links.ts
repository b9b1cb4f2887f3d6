import { createHash, createHmac } from 'node:crypto';
import { OFFER_TOKEN } from '@checkwell/domain/offers/contract';

/** Links of offers: 256 bits that only this installation can work out of an offer's id, so that messages can carry them again. */
export interface OfferLinks {
  tokenOf(offerId: string): string;
  /** What stands in the database; undefined for what cannot be a token. */
  hashOf(token: string): Buffer | undefined;
}

export function createOfferLinks(secret: Buffer): OfferLinks {
  return {
    tokenOf: (offerId) => createHmac('sha256', secret).update(offerId).digest('base64url'),
    hashOf: (token) => (OFFER_TOKEN.test(token) ? createHash('sha256').update(token).digest() : undefined),
  };
}
