import * as z from 'zod/mini';
import { emailRule } from '../people/rules.ts';
import { opaqueToken } from './opaque-token.ts';
import { confirmingPasswordRule, newPasswordRule, presentedPasswordRule } from './password.ts';

/** Ways to sign in that an account may have. */
export const SIGN_IN_METHODS = ['password', 'microsoft', 'passkey'] as const;
export type SignInMethod = (typeof SIGN_IN_METHODS)[number];

/**
 * Within how many milliseconds the end of a session takes effect in every process and on every open stream: signing out, a changed password, the end of
 * the account (security.md, S2).
 */
export const REVOKED_WITHIN_MS = 5000;

/**
 * For how many milliseconds after signing in the user need not confirm with the password or a code: for changing the protection of the account, and for
 * removing another user's second step (docs/decisions/0018, 0021). Changing the password always needs the old one.
 */
export const FRESH_SIGN_IN_MS = 5 * 60_000;

const emailOfSignIn = emailRule('emailRequired', 'emailInvalid');

/** First step of the sign-in: which account (specification, section 2). */
export const identifyRule = z.strictObject({ email: emailOfSignIn });

/** Response to the first step; `methods` is empty if the address is unknown. */
export const identifiedShape = z.strictObject({ known: z.boolean(), methods: z.array(z.enum(SIGN_IN_METHODS)) });
export type Identified = z.infer<typeof identifiedShape>;

/** Second step: e-mail and password (specification, section 5). */
export const signInRule = z.strictObject({ email: emailOfSignIn, password: presentedPasswordRule });
export type SignInInput = z.infer<typeof signInRule>;

/** The second step if the password links another way to sign in: a missing password has its own message (specification, section 5). */
export const linkRule = z.strictObject({ email: emailOfSignIn, password: confirmingPasswordRule });

/** Change of one's own password while signed in. */
export const changePasswordRule = z.strictObject({ current: confirmingPasswordRule, next: newPasswordRule });
export type ChangePasswordInput = z.infer<typeof changePasswordRule>;

/** A single-use token from a mail or another page, in the query parameter `accessToken`. */
export const handoffRule = z.strictObject({ token: opaqueToken(4096) });

/** Response of every call that starts or prolongs a session. Instants are ISO 8601, UTC. */
export const sessionOpenedShape = z.strictObject({
  /** When the session expires if it is not used again. */
  expiresAt: z.iso.datetime(),
  /** When the access token in the cookie expires; it is renewed before. */
  accessTokenExpiresAt: z.iso.datetime(),
});
export type SessionOpened = z.infer<typeof sessionOpenedShape>;

/** One session of the user. */
export const sessionShape = z.strictObject({
  id: z.guid(),
  current: z.boolean(),
  createdAt: z.iso.datetime(),
  lastSeenAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  ipAddress: z.string(),
  userAgent: z.string(),
});
export type Session = z.infer<typeof sessionShape>;
