/**
 * Requests of people who want to work with their company's data (specification, section 1: confirm identity or sign up). The
 * provider's team decides about each; until then there is no account. Without the rules, as the address of their list is read
 * in everybody's first chunk.
 */
export const SIGN_UP_STATES = ['Pending', 'Confirmed', 'Refused'] as const;
export type SignUpState = (typeof SIGN_UP_STATES)[number];

/** The orders that their list offers. `lastName`: family name, then first name; `outcome`: the company that was found, else the reason. */
export const SIGN_UP_SORT_FIELDS = ['createdAt', 'decidedAt', 'lastName', 'email', 'companyName', 'outcome'] as const;
export type SignUpSortField = (typeof SIGN_UP_SORT_FIELDS)[number];
export type SignUpSort = { readonly field: SignUpSortField; readonly direction: 'asc' | 'desc' };

/** Who waits longest comes first; of those who have their answer, the newest. */
export const signUpSortOf = (state: SignUpState | null): SignUpSort =>
  state === 'Pending' ? { field: 'createdAt', direction: 'asc' } : { field: state === null ? 'createdAt' : 'decidedAt', direction: 'desc' };

/** Why a request was refused, as the mail tells it. `Duplicate`: settled together with another request of the same person; no mail. */
export const SIGN_UP_REFUSALS = ['CompanyUnknown', 'NotConfirmed', 'DetailsIncorrect', 'Duplicate'] as const;
export type SignUpRefusal = (typeof SIGN_UP_REFUSALS)[number];
