import * as z from 'zod/mini';
import { TEXT } from '../constants.ts';
import { ACCESS_TYPES } from '../people/enums.ts';
import { choice, key, line } from '../validation.ts';

/**
 * Tokens with which API clients act for one company (design.md 1). `issuer`: the identity issuer of their profiles; `shownCharacters`: how many
 * characters of a token lists show, the prefix included.
 */
export const API_TOKEN = { prefix: 'cwk_', issuer: 'api-token', randomBytes: 32, shownCharacters: 12 } as const;

/** The possible lifetimes of a token, in days. None is unlimited, because forgotten tokens must expire. */
export const API_TOKEN_DAYS = [30, 90, 365] as const;
export type ApiTokenDays = (typeof API_TOKEN_DAYS)[number];

const days: z.ZodMiniType<ApiTokenDays, ApiTokenDays> = z.literal(API_TOKEN_DAYS, { error: key('invalidChoice') });

/** A new token. `accesType` limits what it may do, as for a user. */
export const apiTokenRule = z.strictObject({
  name: line(TEXT.name, 'required'),
  accesType: choice(ACCESS_TYPES, 'accessTypeRequired'),
  expiresInDays: days,
});
export type ApiTokenInput = z.infer<typeof apiTokenRule>;

/** The state of a token in lists; a revoked token stays `revoked` after its end. */
export const API_TOKEN_STATES = ['active', 'expired', 'revoked'] as const;
export type ApiTokenState = (typeof API_TOKEN_STATES)[number];

/** The state of a token at `now`. */
export function apiTokenState(token: { readonly expiresAt: Date; readonly revokedAt: Date | null }, now: Date): ApiTokenState {
  if (token.revokedAt !== null) return 'revoked';
  return token.expiresAt.getTime() <= now.getTime() ? 'expired' : 'active';
}
