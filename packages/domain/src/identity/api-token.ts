import * as z from 'zod/mini';
import { TEXT } from '../constants.ts';
import { ACCESS_TYPES } from '../people/enums.ts';
import { choice, key, line } from '../validation.ts';

/**
 * Tokens with which other programs act for one company (design.md 1). `issuer`: of the profiles that stand for them;
 * `shownCharacters`: how much of a token lists show, the prefix included, to tell tokens apart.
 */
export const API_TOKEN = { prefix: 'cwk_', issuer: 'api-token', randomBytes: 32, shownCharacters: 12 } as const;

/** For how many days a token may be made: none lives for ever, as nobody remembers where it was put. */
export const API_TOKEN_DAYS = [30, 90, 365] as const;
export type ApiTokenDays = (typeof API_TOKEN_DAYS)[number];

const days: z.ZodMiniType<ApiTokenDays, ApiTokenDays> = z.literal(API_TOKEN_DAYS, { error: key('invalidChoice') });

/** A new token. `accesType` bounds what it may do, as that of a user does. */
export const apiTokenRule = z.strictObject({
  name: line(TEXT.name, 'required'),
  accesType: choice(ACCESS_TYPES, 'accessTypeRequired'),
  expiresInDays: days,
});
export type ApiTokenInput = z.infer<typeof apiTokenRule>;

/** What lists say about a token; a withdrawn one stays withdrawn, also when its time is over. */
export const API_TOKEN_STATES = ['active', 'expired', 'revoked'] as const;
export type ApiTokenState = (typeof API_TOKEN_STATES)[number];

/** Whether a token still opens anything at this moment. */
export function apiTokenState(token: { readonly expiresAt: Date; readonly revokedAt: Date | null }, now: Date): ApiTokenState {
  if (token.revokedAt !== null) return 'revoked';
  return token.expiresAt.getTime() <= now.getTime() ? 'expired' : 'active';
}
