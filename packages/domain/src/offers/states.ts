/**
 * An offer asks one doctor whether they take one check at one moment, for a fee. Only an acceptance makes an appointment.
 *
 * Open: the doctor can answer. Accepted: the doctor, or a planner on the telephone for them, said yes. Proposed: the doctor asks for
 * another moment, and the planners decide. Declined: the doctor said no. Expired: nobody answered in time. Withdrawn: somebody else was
 * first, or the check changed or ended.
 */
export const OFFER_STATES = ['Open', 'Accepted', 'Proposed', 'Declined', 'Expired', 'Withdrawn'] as const;
export type OfferState = (typeof OFFER_STATES)[number];

/** What is kept: that an offer ran out follows from the clock (`offerStateAt`). */
export type KeptOfferState = Exclude<OfferState, 'Expired'>;

/** How an offer is at a moment. */
export const offerStateAt = (offer: { readonly state: KeptOfferState; readonly answerableUntil: Date }, now: Date): OfferState =>
  offer.state === 'Open' && now >= offer.answerableUntil ? 'Expired' : offer.state;

/** Why a doctor says no. `Conflict`: the doctor treats the employee, is a relative, or advises the company (law of 13 June 1999, art. 3). */
export const DECLINE_REASONS = ['NotAvailable', 'TooFar', 'FeeTooLow', 'Conflict', 'Other'] as const;
export type DeclineReason = (typeof DECLINE_REASONS)[number];

/** A search asks doctors one wave after the other. Exhausted: nobody is left to ask, or no time; a planner has to act. */
export const SEARCH_STATES = ['Running', 'Found', 'Exhausted', 'Stopped'] as const;
export type SearchState = (typeof SEARCH_STATES)[number];
