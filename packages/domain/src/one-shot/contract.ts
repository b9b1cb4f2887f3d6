import type { CheckStatus } from '../check/enums.ts';
import type { CalendarDay } from '../clock.ts';
import type { InterfaceLanguage } from '../constants.ts';
import type { SignUpInput } from '../identity/sign-up.ts';
import type { Amounts } from './price.ts';
import type { OneShotAction, OneShotState, PaymentAttemptState, PaymentDecline } from './states.ts';

/**
 * The wire of One Shot Checks: REST under `/v1/api`, without a session.
 *
 * GET  /one-shot-checks                                                                 → 200 `OneShotOffer`
 * GET  /one-shot-checks/companies/{number}                                              → 200 `CompanyLookup`
 * POST /one-shot-checks                     Idempotency-Key, `OneShotInput` (rules.ts)  → 201 `OneShotView`
 * GET  /one-shot-checks/{token}                                                         → 200 `OneShotView`
 * POST /one-shot-checks/{token}/payments    Idempotency-Key, no body                    → 201 `PaymentSession`
 * GET  /one-shot-checks/{token}/invoice     the invoice as PDF, once there is one; ?kind=CreditNote a credit note, &number= which one, &format=ubl for programs
 * GET  /one-shot-checks/{token}/payer       who pays, for the form of whoever becomes a client          → 200 `OneShotPayer`
 *
 * The status page asks again while something is under way (`isUnderWay`); an attempt that the visitor has just confirmed may be asked
 * about with `?refresh=true`: the server then asks the provider, so that a lost event delays nobody.
 */
export const ONE_SHOT_PATH = '/v1/api/one-shot-checks';
export const PAYMENT_EVENTS_PATH = '/v1/api/payments/events';

/** Whether this installation sells One Shot Checks: it does where somebody takes the payments. */
export interface OneShotOffer {
  readonly offered: boolean;
}

/** Who says which company has a VAT number: VIES, the register of the European Commission, or nobody, while things are tried out. */
export const COMPANY_SOURCES = ['vies', 'madeUp'] as const;

/** A company as a register writes it, to fill in the form; whoever orders may change it. */
export interface FoundCompany {
  readonly companyName: string;
  /** Empty where the register keeps it to itself. */
  readonly companyAddress: string;
  readonly source: (typeof COMPANY_SOURCES)[number];
}

/** null: no register knows the number, could say, or is asked here. The fields are then typed. */
export interface CompanyLookup {
  readonly found: FoundCompany | null;
}

/** What whoever has the link may know of an order. Never what a doctor found: that goes to the invoicing contact by mail. */
export interface OneShotView extends Amounts {
  /** The secret of the link; the only key to this order. */
  readonly token: string;
  readonly state: OneShotState;
  /** What of the total went back to the card. */
  readonly refundedCents: number;
  readonly currency: 'EUR';
  readonly language: InterfaceLanguage;
  /** null once an abandoned order's personal data was deleted. */
  readonly workerFullName: string | null;
  readonly incapacityStartDate: CalendarDay;
  readonly incapacityEndDate: CalendarDay;
  /** Where confirmation and result go; partly hidden, such as `s…@firm.be`. null as above. */
  readonly invoicingEmailHint: string | null;
  readonly invoiceNumber: string | null;
  /** In the order in which they were made. */
  readonly creditNoteNumbers: readonly string[];
  readonly availableActions: readonly OneShotAction[];
  /** The latest attempt to pay; null before the first. */
  readonly attempt: { readonly state: PaymentAttemptState; readonly decline: PaymentDecline | null } | null;
  /** ISO instant; until when it can be paid. */
  readonly payableUntil: string;
  /** null until it was paid. */
  readonly check: OneShotProgress | null;
}

/** The check in planning, as far as the payer follows it by the link. */
export interface OneShotProgress {
  readonly status: CheckStatus;
  /** It ended without taking place, because somebody cancelled or deleted it: no result follows. */
  readonly isCancelled: boolean;
  /** A result is there, and is being checked before anybody reads it (docs/decisions/0088). */
  readonly isReviewed: boolean;
  /** Appointment's day; a visit at home is not announced to the hour. */
  readonly plannedDay: CalendarDay | null;
  /** ISO instant, for an appointment at the doctor's or by video. */
  readonly appointmentStart: string | null;
}

/** Who pays an order, in the fields of the request for an account (identity/sign-up.ts), and nothing else of the order. */
export type OneShotPayer = Pick<
  SignUpInput,
  'firstName' | 'lastName' | 'email' | 'phoneNumber' | 'companyName' | 'companyNumber' | 'language'
>;

/** Whether the page should ask again by itself. */
export const isUnderWay = (view: Pick<OneShotView, 'attempt' | 'state'>): boolean =>
  view.state === 'AwaitingPayment' && (view.attempt?.state === 'Processing' || view.attempt?.state === 'Succeeded');

/** What the browser needs in order to pay at the provider. */
export interface PaymentSession {
  /** `test`: the frame of this file at `elementsUrl`. `stripe`: Stripe's Payment Element. */
  readonly provider: 'test' | 'stripe';
  readonly clientSecret: string;
  readonly publishableKey: string;
  /** Page of the card fields, for `test`; null for `stripe`. Takes the query parameters of `frameAddress`. */
  readonly elementsUrl: string | null;
}

/** Address of the frame of card fields, in the page's language and colours. */
export const frameAddress = (
  elementsUrl: string,
  { language, mode }: { readonly language: InterfaceLanguage; readonly mode: 'light' | 'dark' },
): string => `${elementsUrl}?language=${language}&mode=${mode}`;

/**
 * What page and frame tell each other by `postMessage`. Both sides check the other's origin and window, name the exact origin as the
 * target, and ignore what is none of these shapes. A card number never crosses.
 */
export type ParentMessage = { readonly type: 'confirm'; readonly clientSecret: string };

export type FrameMessage =
  | { readonly type: 'ready' }
  /** Pixels that the frame's content needs. */
  | { readonly type: 'height'; readonly height: number }
  /** `complete`: every field is filled in plausibly. `error`: a field is wrong and says so itself. */
  | { readonly type: 'change'; readonly complete: boolean; readonly error: boolean }
  /** Enter was pressed in a field: the form around the frame is to be sent. */
  | { readonly type: 'submit' }
  | PaymentResult;

/**
 * How a confirmation ended, as the frame knows it; the server's word about money is `OneShotView`. 3-D Secure happens inside the frame.
 * `declined` without a code: a field is wrong and says so itself; nothing was sent.
 */
export interface PaymentResult {
  readonly type: 'result';
  readonly status: 'succeeded' | 'processing' | 'declined';
  readonly code: PaymentDecline | null;
}

/** Cards of the test provider and what happens to them; any expiry in the future and any CVC go with them. */
export const TEST_CARDS = {
  success: '4242424242424242',
  genericDecline: '4000000000000002',
  insufficientFunds: '4000000000009995',
  expiredCard: '4000000000000069',
  /** Asks for 3-D Secure: a page with one button to pass and one to fail. */
  challenge: '4000002500003155',
  /** The answer does not come in time; the payment is captured later. */
  timeout: '4000000000000119',
} as const;
export type TestCard = keyof typeof TEST_CARDS;
