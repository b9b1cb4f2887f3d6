import * as z from 'zod/mini';
import { emailRule } from '../people/rules.ts';
import { key, minLength } from '../validation.ts';
import { opaqueToken } from './opaque-token.ts';
import { newPasswordRule } from './password.ts';

/**
 * Links in mails with which a user chooses a password. `reset`: requested by a user who forgot it; `migration`: an account of the former access system
 * (specification, section 4); `invitation`: an account that somebody else created.
 */
export const ACCOUNT_LINK_PURPOSES = ['reset', 'migration', 'invitation'] as const;
export type AccountLinkPurpose = (typeof ACCOUNT_LINK_PURPOSES)[number];

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/**
 * For how long a link is valid, in milliseconds. Half an hour for links that the user has just requested (security.md, A6); an invitation comes
 * unexpectedly and must outlast a long weekend.
 */
export const ACCOUNT_LINK_MS = { reset: 30 * MINUTE_MS, migration: 30 * MINUTE_MS, invitation: 7 * DAY_MS } as const satisfies Record<
  AccountLinkPurpose,
  number
>;

/** The same in the units used in mails and on screens. */
export const ACCOUNT_LINK_LIFE = {
  minutes: ACCOUNT_LINK_MS.reset / MINUTE_MS,
  days: ACCOUNT_LINK_MS.invitation / DAY_MS,
} as const;

/** Forgot password (specification, section 5). */
export const forgotPasswordRule = z.strictObject({ email: emailRule('emailRequired', 'emailInvalid') });

/** The secret of a link. */
const token = opaqueToken(128);

/** A link that was opened. */
export const accountLinkRule = z.strictObject({ token });

/** The purpose of a link and its account; nothing that its mail does not say. */
export const accountLinkShape = z.strictObject({
  purpose: z.enum(ACCOUNT_LINK_PURPOSES),
  /** The account's e-mail address, which password managers store with the password. */
  email: z.string(),
});
export type AccountLink = z.infer<typeof accountLinkShape>;

/** The two fields of the form; they must match (specification, section 5). */
export const chosenPasswordRule = z
  .strictObject({
    password: newPasswordRule,
    confirmation: z.string({ error: key('required') }).check(minLength(1, { error: key('required') })),
  })
  .check(
    z.refine(({ password, confirmation }) => confirmation === '' || password === confirmation, {
      error: key('passwordMismatch'),
      path: ['confirmation'],
    }),
  );

/** Reset password: the token of a link, and the new password. The confirmation is checked in the browser only. */
export const resetPasswordRule = z.strictObject({ token, password: newPasswordRule });
