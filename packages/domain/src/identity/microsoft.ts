import * as z from 'zod/mini';
import { INTERFACE_LANGUAGES } from '../constants.ts';
import { emailRule } from '../people/rules.ts';
import { choice } from '../validation.ts';
import { opaqueToken } from './opaque-token.ts';
import { confirmingPasswordRule } from './password.ts';
import { secondStepAsked } from './second-step.ts';
import { sessionOpenedShape } from './sign-in.ts';

const MINUTE_MS = 60_000;

/**
 * For how long each step of a Microsoft sign-in waits for the next one, in milliseconds: Microsoft's answer, the password that confirms a link
 * (security.md, A10), and the request for an account, whose form takes longer to fill in.
 */
export const MICROSOFT_WAIT_MS = { flow: 10 * MINUTE_MS, link: 5 * MINUTE_MS, signUp: 60 * MINUTE_MS } as const;

/** How many passwords may be tried for one link before the Microsoft sign-in must be repeated. */
export const MICROSOFT_LINK_ATTEMPTS = 5;

/** Whether this installation offers sign-in with Microsoft. */
export const microsoftOfferShape = z.strictObject({ offered: z.boolean() });
export type MicrosoftOffer = z.infer<typeof microsoftOfferShape>;

/** Start of a sign-in. `email`: the address entered already, to preselect the account at Microsoft. */
export const microsoftStartRule = z.strictObject({
  language: choice(INTERFACE_LANGUAGES, 'languageRequired'),
  email: z.optional(emailRule('emailRequired', 'emailInvalid')),
});

/** The URL to which the browser goes, and the `state` parameter that identifies the answer. */
export const microsoftStartedShape = z.strictObject({ url: z.string(), state: z.string() });
export type MicrosoftStarted = z.infer<typeof microsoftStartedShape>;

/** Microsoft's answer, from the query of the page `/microsoft`. */
export const microsoftAnswerRule = z.strictObject({ state: opaqueToken(128), code: opaqueToken(8192) });

/**
 * The outcome of an answer: signed in; the second step of an account that has one; an account with this verified address, whose password links the two;
 * or an unknown person, who may request an account. A `ticket` is valid once, in this browser, for the time in MICROSOFT_WAIT_MS.
 */
export const microsoftOutcomeShape = z.discriminatedUnion('outcome', [
  z.strictObject({ outcome: z.literal('signedIn'), ...sessionOpenedShape.shape }),
  z.strictObject({ outcome: z.literal('secondStep'), ...secondStepAsked.shape }),
  z.strictObject({ outcome: z.literal('link'), ticket: z.string(), email: z.string() }),
  z.strictObject({ outcome: z.literal('unknown'), ticket: z.string() }),
]);
export type MicrosoftOutcome = z.infer<typeof microsoftOutcomeShape>;

/** A ticket as the browser sends it back. */
export const microsoftTicket = opaqueToken(128);

/** The password that links the Microsoft account of a ticket to the account with its address. */
export const microsoftLinkRule = z.strictObject({ ticket: microsoftTicket, password: confirmingPasswordRule });

/** Input for reading the person of a ticket, before a request for an account. */
export const microsoftTicketRule = z.strictObject({ ticket: microsoftTicket });

/** The person's data from Microsoft, as suggestions for the form. `email`: null unless Microsoft has verified it. */
export const microsoftPersonShape = z.strictObject({ email: z.nullable(z.string()), firstName: z.string(), lastName: z.string() });
export type MicrosoftPerson = z.infer<typeof microsoftPersonShape>;
