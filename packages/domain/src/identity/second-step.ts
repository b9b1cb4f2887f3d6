import * as z from 'zod/mini';
import { TEXT } from '../constants.ts';
import { key, line, maxLength, minLength } from '../validation.ts';
import { handedBack } from './handed-back.ts';
import { confirmingPasswordRule } from './password.ts';
import { sessionOpenedShape } from './sign-in.ts';

/**
 * The second step of a sign-in (docs/decisions/0018): a code of an authenticator app (TOTP, RFC 6238), a passkey (WebAuthn), or one of
 * the recovery codes that were shown when the first of these was set up.
 */
export const SECOND_STEP_METHODS = ['totp', 'passkey', 'recovery'] as const;
export type SecondStepMethod = (typeof SECOND_STEP_METHODS)[number];

/** What authenticator apps expect. `driftSteps`: codes of the step before and after count too, for clocks that differ. */
export const TOTP = { digits: 6, periodSeconds: 30, driftSteps: 1 } as const;

/** Codes for whoever lost the device, each good once; `length` characters of 32 kinds are 50 random bits. */
export const RECOVERY_CODES = { count: 10, length: 10 } as const;

/** More passkeys than this are no longer devices of one person. */
export const MOST_PASSKEYS = 10;

const MINUTE_MS = 60_000;

/** For how long each part waits for the next one, in milliseconds: the second step after the first, and a device that is being set up. */
export const SECOND_STEP_WAIT_MS = { signIn: 5 * MINUTE_MS, setUp: 10 * MINUTE_MS } as const;

/** How many codes may be tried before the first step has to be taken again. */
export const SECOND_STEP_ATTEMPTS = 5;

/** Kinds of people of the provider for whom an installation may require a second step. */
export const SECOND_STEP_STAFF = ['planner', 'doctor'] as const;
export type SecondStepStaff = (typeof SECOND_STEP_STAFF)[number];

/** What a first step answers that was right and does not suffice. The ticket is good once, for `SECOND_STEP_WAIT_MS.signIn`. */
export const secondStepAsked = z.strictObject({ ticket: z.string(), methods: z.array(z.enum(SECOND_STEP_METHODS)) });
export type SecondStepAsked = z.infer<typeof secondStepAsked>;

/** Answer of a first step: signed in, or the second step is asked for. */
export const signInOutcomeShape = z.union([sessionOpenedShape, z.strictObject({ secondStep: secondStepAsked })]);
export type SignInOutcome = z.infer<typeof signInOutcomeShape>;

const ticket = handedBack(128);
/** Typed by people: apps show `123 456`, recovery codes have a dash. */
const code = z
  .string({ error: key('required') })
  .check(z.trim(), minLength(1, { error: key('required'), abort: true }), maxLength(40, { error: key('tooLong') }));

/** The same code however it was typed: without spaces and dashes, in capitals. */
export const canonicalCode = (typed: string): string => typed.replaceAll(/[\s-]/g, '').toUpperCase();

/** A code of the app, or a recovery code, for the ticket of a first step. */
export const secondStepRule = z.strictObject({ ticket, code });
export const secondStepTicketRule = z.strictObject({ ticket });

/** What the form of the second step asks. */
export const codeRule = z.strictObject({ code });

/** What browsers answer and are given (WebAuthn Level 3, 5.1: JSON); its parts are checked by the library on the server. */
const webauthn = z.record(z.string(), z.any());
export const passkeyOptionsShape = webauthn;
export type PasskeyOptions = z.infer<typeof passkeyOptionsShape>;
export const passkeyRule = z.strictObject({ response: webauthn });
export const secondStepPasskeyRule = z.strictObject({ ticket, response: webauthn });

/** Whoever changes how the account is protected confirms the password, or has signed in just now (`FRESH_SIGN_IN_MS`). */
export const confirmedRule = z.strictObject({ password: z.optional(confirmingPasswordRule) });
/** The same where there is a password: the form. */
export const confirmRule = z.strictObject({ password: confirmingPasswordRule });

/**
 * Whoever removes somebody else's second step says why, and proves their own (docs/decisions/0021): by a code, or by having signed in
 * just now.
 */
export const secondStepRemovalRule = z.strictObject({ reason: line(TEXT.reason, 'reasonRequired'), code: z.optional(code) });
export type SecondStepRemovalInput = z.infer<typeof secondStepRemovalRule>;

/** What an authenticator app is given: the address behind the square code, and its secret for typing in. `ticket` for the confirmation. */
export const totpStartedShape = z.strictObject({ ticket: z.string(), address: z.string(), secret: z.string() });
export type TotpStarted = z.infer<typeof totpStartedShape>;
export const totpConfirmRule = z.strictObject({ ticket: handedBack(1024), code });

export const passkeyNameRule = z.strictObject({ name: line(TEXT.name, 'required') });
export const passkeyAddRule = z.strictObject({ name: line(TEXT.name, 'required'), response: webauthn });

/** The codes, for this once; null when the account has some already. */
export const secondStepAddedShape = z.strictObject({ recoveryCodes: z.nullable(z.array(z.string())) });
export type SecondStepAdded = z.infer<typeof secondStepAddedShape>;
export const recoveryCodesShape = z.strictObject({ recoveryCodes: z.array(z.string()) });

/** How the own account is protected. Instants are ISO 8601, UTC. */
export const protectionShape = z.strictObject({
  /** Whether the company, or the provider, wants everyone to have a second step. */
  required: z.boolean(),
  /** Whether nothing else opens before one is set up. */
  missing: z.boolean(),
  hasPassword: z.boolean(),
  /** Until when changes need no password, as its owner has just signed in; null: they do. */
  freshUntil: z.nullable(z.iso.datetime()),
  /** Since when an authenticator app is set up. */
  totpSince: z.nullable(z.iso.datetime()),
  recoveryCodesLeft: z.int(),
  passkeys: z.array(
    z.strictObject({ id: z.guid(), name: z.string(), createdAt: z.iso.datetime(), lastUsedAt: z.nullable(z.iso.datetime()) }),
  ),
  /** Whether this installation offers Microsoft. */
  microsoftOffered: z.boolean(),
  /** Since when a Microsoft account is linked. */
  microsoftSince: z.nullable(z.iso.datetime()),
});
export type Protection = z.infer<typeof protectionShape>;
