/**
 * An offer asks one doctor to take one check at one time, for a fee. Only an acceptance makes an appointment.
 *
 * Open: the doctor can answer. Accepted: by the doctor, or by a planner for the doctor after a telephone call. Proposed: the doctor proposes another time,
 * and the planners decide. Declined: by the doctor. Expired: not answered in time. Withdrawn: another doctor accepted first, or the check changed or ended.
 */
export const OFFER_STATES = ['Open', 'Accepted', 'Proposed', 'Declined', 'Expired', 'Withdrawn'] as const;
export type OfferState = (typeof OFFER_STATES)[number];

/** The stored states; `Expired` is computed from the time (`offerStateAt`). */
export type KeptOfferState = Exclude<OfferState, 'Expired'>;

/** The state of an offer at `now`. */
export const offerStateAt = (offer: { readonly state: KeptOfferState; readonly answerableUntil: Date }, now: Date): OfferState =>
  offer.state === 'Open' && now >= offer.answerableUntil ? 'Expired' : offer.state;

/** Why a doctor declines. `Conflict`: the doctor treats the employee, is a relative, or advises the company (law of 13 June 1999, art. 3). */
export const DECLINE_REASONS = ['NotAvailable', 'TooFar', 'FeeTooLow', 'Conflict', 'Other'] as const;
export type DeclineReason = (typeof DECLINE_REASONS)[number];

/** States of a search, which asks doctors in waves. Exhausted: no doctor or no time is left, so a planner has to act. */
export const SEARCH_STATES = ['Running', 'Found', 'Exhausted', 'Stopped'] as const;
export type SearchState = (typeof SEARCH_STATES)[number];
