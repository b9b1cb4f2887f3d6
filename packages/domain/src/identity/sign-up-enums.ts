/**
 * Requests for an account of a company (specification, section 1: confirm identity or sign up). The provider's team decides about each; until then there
 * is no account. Separate from the rules (sign-up.ts), so that reading the URL of the list does not load the validation library.
 */
export const SIGN_UP_STATES = ['Pending', 'Confirmed', 'Refused'] as const;
export type SignUpState = (typeof SIGN_UP_STATES)[number];

/** Fields by which their list can be sorted. `lastName`: last name, then first name; `outcome`: the assigned company, or the reason of refusal. */
export const SIGN_UP_SORT_FIELDS = ['createdAt', 'decidedAt', 'lastName', 'email', 'companyName', 'outcome'] as const;
export type SignUpSortField = (typeof SIGN_UP_SORT_FIELDS)[number];
export type SignUpSort = { readonly field: SignUpSortField; readonly direction: 'asc' | 'desc' };

/** The default order: of pending requests the oldest first, of decided ones the newest first. */
export const signUpSortOf = (state: SignUpState | null): SignUpSort =>
  state === 'Pending' ? { field: 'createdAt', direction: 'asc' } : { field: state === null ? 'createdAt' : 'decidedAt', direction: 'desc' };

/** Why a request was refused; the mail gives this reason. `Duplicate`: decided with another request of the same person, without mail. */
export const SIGN_UP_REFUSALS = ['CompanyUnknown', 'NotConfirmed', 'DetailsIncorrect', 'Duplicate'] as const;
export type SignUpRefusal = (typeof SIGN_UP_REFUSALS)[number];
