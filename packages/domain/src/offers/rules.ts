import * as z from 'zod/mini';
import { TEXT } from '../constants.ts';
import { choice, instantText, key, text } from '../validation.ts';
import { DECLINE_REASONS } from './states.ts';

/** A doctor's answer to an offer. A proposed time is also validated by `momentError`. */
export const offerAnswerRule = z.discriminatedUnion('answer', [
  z.strictObject({ answer: z.literal('Accept') }),
  z
    .strictObject({ answer: z.literal('Decline'), reason: choice(DECLINE_REASONS, 'reasonRequired'), comment: text(TEXT.reason) })
    // "Other" needs a comment.
    .check(z.refine(({ reason, comment }) => reason !== 'Other' || comment !== '', { error: key('reasonRequired'), path: ['comment'] })),
  z.strictObject({ answer: z.literal('Propose'), appointmentStart: instantText('momentRequired'), comment: text(TEXT.reason) }),
]);
export type OfferAnswerInput = z.infer<typeof offerAnswerRule>;
