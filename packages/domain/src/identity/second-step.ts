import * as z from 'zod/mini';
import { TEXT } from '../constants.ts';
import { key, line, maxLength, minLength } from '../validation.ts';
import { opaqueToken } from './opaque-token.ts';
import { confirmingPasswordRule } from './password.ts';
import { sessionOpenedShape } from './sign-in.ts';

/**
 * The second step of a sign-in (docs/decisions/0018): a code of an authenticator app (TOTP, RFC 6238), a passkey (WebAuthn), or one of
 * the recovery codes that were shown when the first of these was set up.
 */
export const SECOND_STEP_METHODS = ['totp', 'passkey', 'recovery'] as const;
export type SecondStepMethod = (typeof SECOND_STEP_METHODS)[number];

/** Parameters of authenticator apps. `driftSteps`: codes of so many steps before and after are accepted too, for clocks that differ. */
export const TOTP = { digits: 6, periodSeconds: 30, driftSteps: 1 } as const;

/** Recovery codes for a lost device, each valid once; `length` characters of a 32-character alphabet are 50 random bits. */
export const RECOVERY_CODES = { count: 10, length: 10 } as const;

/** The most passkeys of one account. */
export const MAX_PASSKEYS = 10;

const MINUTE_MS = 60_000;

/** Time limits, in milliseconds: for the second step after the first, and for setting up a device. */
export const SECOND_STEP_WAIT_MS = { signIn: 5 * MINUTE_MS, setUp: 10 * MINUTE_MS } as const;

/** How many codes may be tried before the first step must be repeated. */
export const SECOND_STEP_ATTEMPTS = 5;

/** Groups of users of the provider for whom an installation can require a second step. */
export const SECOND_STEP_STAFF = ['planner', 'doctor'] as const;
export type SecondStepStaff = (typeof SECOND_STEP_STAFF)[number];

/** Response to a correct first step if a second step is required. The ticket is valid once, for `SECOND_STEP_WAIT_MS.signIn`. */
export const secondStepAsked = z.strictObject({ ticket: z.string(), methods: z.array(z.enum(SECOND_STEP_METHODS)) });
export type SecondStepAsked = z.infer<typeof secondStepAsked>;

/** Response to a first step: signed in, or a second step is required. */
export const signInOutcomeShape = z.union([sessionOpenedShape, z.strictObject({ secondStep: secondStepAsked })]);
export type SignInOutcome = z.infer<typeof signInOutcomeShape>;

const ticket = opaqueToken(128);
/** A code as typed: apps show `123 456`, recovery codes have a hyphen. */
const code = z
  .string({ error: key('required') })
  .check(z.trim(), minLength(1, { error: key('required'), abort: true }), maxLength(40, { error: key('tooLong') }));

/** A typed code without spaces and hyphens, in capitals. */
export const canonicalCode = (typed: string): string => typed.replaceAll(/[\s-]/g, '').toUpperCase();

/** The code of an app, or a recovery code, with the ticket of the first step. */
export const secondStepRule = z.strictObject({ ticket, code });
export const secondStepTicketRule = z.strictObject({ ticket });

/** The form of the second step. */
export const codeRule = z.strictObject({ code });

/** WebAuthn options and responses as JSON (WebAuthn Level 3, 5.1); validated by the library on the server. */
const webauthn = z.record(z.string(), z.any());
export const passkeyOptionsShape = webauthn;
export type PasskeyOptions = z.infer<typeof passkeyOptionsShape>;
export const passkeyRule = z.strictObject({ response: webauthn });
export const secondStepPasskeyRule = z.strictObject({ ticket, response: webauthn });

/** Changing the protection of the account needs the password, or a recent sign-in (`FRESH_SIGN_IN_MS`). */
export const confirmedRule = z.strictObject({ password: z.optional(confirmingPasswordRule) });
/** The form for confirming with the password. */
export const confirmRule = z.strictObject({ password: confirmingPasswordRule });

/**
 * Removing another user's second step needs a reason, and the remover's own second step (docs/decisions/0021): a code, or a recent sign-in.
 */
export const secondStepRemovalRule = z.strictObject({ reason: line(TEXT.reason, 'reasonRequired'), code: z.optional(code) });
export type SecondStepRemovalInput = z.infer<typeof secondStepRemovalRule>;

/** Data for an authenticator app: the `otpauth:` address in the QR code, and its secret for manual entry. `ticket`: for the confirmation. */
export const totpStartedShape = z.strictObject({ ticket: z.string(), address: z.string(), secret: z.string() });
export type TotpStarted = z.infer<typeof totpStartedShape>;
export const totpConfirmRule = z.strictObject({ ticket: opaqueToken(1024), code });

export const passkeyNameRule = z.strictObject({ name: line(TEXT.name, 'required') });
export const passkeyAddRule = z.strictObject({ name: line(TEXT.name, 'required'), response: webauthn });

/** New recovery codes, shown only now; null: the account already has some. */
export const secondStepAddedShape = z.strictObject({ recoveryCodes: z.nullable(z.array(z.string())) });
export type SecondStepAdded = z.infer<typeof secondStepAddedShape>;
export const recoveryCodesShape = z.strictObject({ recoveryCodes: z.array(z.string()) });

/** The protection of one's own account. Instants are ISO 8601, UTC. */
export const protectionShape = z.strictObject({
  /** Whether the company, or the provider, requires a second step of everybody. */
  required: z.boolean(),
  /** Whether a second step must be set up before anything else can be used. */
  missing: z.boolean(),
  hasPassword: z.boolean(),
  /** Until when changes need no password after a recent sign-in; null: they need it. */
  freshUntil: z.nullable(z.iso.datetime()),
  /** Since when an authenticator app is set up. */
  totpSince: z.nullable(z.iso.datetime()),
  recoveryCodesLeft: z.int(),
  passkeys: z.array(
    z.strictObject({ id: z.guid(), name: z.string(), createdAt: z.iso.datetime(), lastUsedAt: z.nullable(z.iso.datetime()) }),
  ),
  /** Whether this installation offers sign-in with Microsoft. */
  microsoftOffered: z.boolean(),
  /** Since when a Microsoft account is linked. */
  microsoftSince: z.nullable(z.iso.datetime()),
});
export type Protection = z.infer<typeof protectionShape>;
