/** Limits of One Shot Checks, each with its reason. */

/** How long an order waits for its payment: long enough to look for a card or to ask a colleague, short enough for the period to be current. */
export const ONE_SHOT_PAYABLE_HOURS = 24;

/** Where the status page is: the link in every mail about an order. */
export const oneShotPath = (token: string): string => `/one-shot-check/${token}`;

/** Where its payer becomes a client; the secret is behind `#`, which no server sees, and says whose particulars are filled in. */
export const becomeClientPath = (token: string): string => `/confirm-identity#${token}`;

/** After how many seconds without news the provider is asked the outcome of an attempt. */
export const PAYMENT_NEWS_SECONDS = 60;

/** How old the signature of an event may be (security.md, Y2). */
export const PAYMENT_EVENT_TOLERANCE_SECONDS = 300;

/** Attempts to pay one order: more than a person with a few cards needs. */
export const ATTEMPTS_PER_ORDER = 8;

/** After how many minutes somebody who has not paid is reminded, once, with the link. */
export const ONE_SHOT_REMINDER_MINUTES = 30;

/** Declined attempts of one card within a day, after which it is taken for a tested one. */
export const CARD_DECLINES_PER_DAY = 5;

/** What a register said of a VAT number, and for how long that holds: companies move seldom, new ones are soon known, failures pass. */
export const REGISTER_MEMORY = { companies: 2000, foundMs: 24 * 3_600_000, unknownMs: 10 * 60_000, failureMs: 30_000 } as const;
