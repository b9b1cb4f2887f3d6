import * as z from 'zod/mini';
import { INTERFACE_LANGUAGES } from '../constants.ts';
import { emailRule } from '../people/rules.ts';
import { choice } from '../validation.ts';
import { handedBack } from './handed-back.ts';
import { confirmingPasswordRule } from './password.ts';
import { secondStepAsked } from './second-step.ts';
import { sessionOpenedShape } from './sign-in.ts';

const MINUTE_MS = 60_000;

/**
 * For how long each step of a Microsoft sign-in waits for the next one, in milliseconds: an answer of Microsoft, the password that
 * confirms a link (security.md, A10), and a request for an account, whose form takes longer to fill in.
 */
export const MICROSOFT_WAIT_MS = { flow: 10 * MINUTE_MS, link: 5 * MINUTE_MS, signUp: 60 * MINUTE_MS } as const;

/** How many passwords may be tried for one link before Microsoft has to be asked again. */
export const MICROSOFT_LINK_ATTEMPTS = 5;

/** Whether this installation offers Microsoft. */
export const microsoftOfferShape = z.strictObject({ offered: z.boolean() });
export type MicrosoftOffer = z.infer<typeof microsoftOfferShape>;

/** Start of a sign-in. `email` is what was typed already, to choose the account there. */
export const microsoftStartRule = z.strictObject({
  language: choice(INTERFACE_LANGUAGES, 'languageRequired'),
  email: z.optional(emailRule('emailRequired', 'emailInvalid')),
});

/** Where the window goes, and the state by which its answer is known. */
export const microsoftStartedShape = z.strictObject({ url: z.string(), state: z.string() });
export type MicrosoftStarted = z.infer<typeof microsoftStartedShape>;

/** Microsoft's answer, as it came in the address of the page `/microsoft`. */
export const microsoftAnswerRule = z.strictObject({ state: handedBack(128), code: handedBack(8192) });

/**
 * What an answer leads to: signed in; the second step of an account that has one; an account with this proven address, whose password
 * links the two; or nobody known, who may ask for an account. A `ticket` is good once, in this browser, for as long as MICROSOFT_WAIT_MS says.
 */
export const microsoftOutcomeShape = z.discriminatedUnion('outcome', [
  z.strictObject({ outcome: z.literal('signedIn'), ...sessionOpenedShape.shape }),
  z.strictObject({ outcome: z.literal('secondStep'), ...secondStepAsked.shape }),
  z.strictObject({ outcome: z.literal('link'), ticket: z.string(), email: z.string() }),
  z.strictObject({ outcome: z.literal('unknown'), ticket: z.string() }),
]);
export type MicrosoftOutcome = z.infer<typeof microsoftOutcomeShape>;

/** A ticket as the browser hands it back. */
export const microsoftTicket = handedBack(128);

/** The password that links the Microsoft account of a ticket to the account with its address. */
export const microsoftLinkRule = z.strictObject({ ticket: microsoftTicket, password: confirmingPasswordRule });

/** The person behind a ticket for a request for an account. */
export const microsoftTicketRule = z.strictObject({ ticket: microsoftTicket });

/** What Microsoft says about that person: proposals for the form. `email` only where Microsoft vouches for it. */
export const microsoftPersonShape = z.strictObject({ email: z.nullable(z.string()), firstName: z.string(), lastName: z.string() });
export type MicrosoftPerson = z.infer<typeof microsoftPersonShape>;
