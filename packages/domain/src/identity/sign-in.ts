import * as z from 'zod/mini';
import { emailRule } from '../people/rules.ts';
import { handedBack } from './handed-back.ts';
import { confirmingPasswordRule, newPasswordRule, presentedPasswordRule } from './password.ts';

/** Ways to sign in that an account may have. */
export const SIGN_IN_METHODS = ['password', 'microsoft', 'passkey'] as const;
export type SignInMethod = (typeof SIGN_IN_METHODS)[number];

/**
 * Within how many milliseconds the end of a session bites everywhere, in every process and on every open stream: signing out, another
 * password, the end of the account (security.md, S2).
 */
export const REVOKED_WITHIN_MS = 5000;

/**
 * For how many milliseconds after signing in its owner need not confirm again who they are, wherever the product asks for it: to change
 * how the account is protected, and to help somebody else (docs/decisions/0018, 0021). Another password always asks for the old one.
 */
export const FRESH_SIGN_IN_MS = 5 * 60_000;

const emailOfSignIn = emailRule('emailRequired', 'emailInvalid');

/** First step of the sign-in: which account (specification, section 2). */
export const identifyRule = z.strictObject({ email: emailOfSignIn });

/** Answer to the first step; `methods` is empty when the address is not known. */
export const identifiedShape = z.strictObject({ known: z.boolean(), methods: z.array(z.enum(SIGN_IN_METHODS)) });
export type Identified = z.infer<typeof identifiedShape>;

/** Second step: e-mail and password (specification, section 5). */
export const signInRule = z.strictObject({ email: emailOfSignIn, password: presentedPasswordRule });
export type SignInInput = z.infer<typeof signInRule>;

/** The second step where the password links another way to sign in: its own sentence when it is missing (specification, section 5). */
export const linkRule = z.strictObject({ email: emailOfSignIn, password: confirmingPasswordRule });

/** Change of one's own password while signed in. */
export const changePasswordRule = z.strictObject({ current: confirmingPasswordRule, next: newPasswordRule });
export type ChangePasswordInput = z.infer<typeof changePasswordRule>;

/** A one-use token that a mail or another page of the product handed over in the query parameter `accessToken`. */
export const handoffRule = z.strictObject({ token: handedBack(4096) });

/** Answer of every call that opens or prolongs a session. Instants are ISO 8601, UTC. */
export const sessionOpenedShape = z.strictObject({
  /** Until when the session lives if it is not used again. */
  expiresAt: z.iso.datetime(),
  /** When the access token in the cookie ends; it is renewed before. */
  accessTokenExpiresAt: z.iso.datetime(),
});
export type SessionOpened = z.infer<typeof sessionOpenedShape>;

/** One place where the user is signed in. */
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
