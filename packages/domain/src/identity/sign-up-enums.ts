/**
 * Requests of people who want to work with their company's data (specification, section 1: confirm identity or sign up). The
 * provider's team decides about each; until then there is no account. Without the rules, as the address of their list is read
 * in everybody's first chunk.
 */
export const SIGN_UP_STATES = ['Pending', 'Confirmed', 'Refused'] as const;
export type SignUpState = (typeof SIGN_UP_STATES)[number];

/** Why a request was refused, as the mail tells it. `Duplicate`: settled together with another request of the same person; no mail. */
export const SIGN_UP_REFUSALS = ['CompanyUnknown', 'NotConfirmed', 'DetailsIncorrect', 'Duplicate'] as const;
export type SignUpRefusal = (typeof SIGN_UP_REFUSALS)[number];
