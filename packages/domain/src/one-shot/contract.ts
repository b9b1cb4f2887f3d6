import type { CheckStatus } from '../check/enums.ts';
import type { CalendarDay } from '../clock.ts';
import type { InterfaceLanguage } from '../constants.ts';
import type { SignUpInput } from '../identity/sign-up.ts';
import type { Amounts } from './price.ts';
import type { OneShotAction, OneShotState, PaymentAttemptState, PaymentDecline } from './states.ts';

/**
 * API of One Shot Checks: REST under `/v1/api`, without a session.
 *
 * GET  /one-shot-checks                                                                 → 200 `OneShotOffer`
 * GET  /one-shot-checks/companies/{number}                                              → 200 `CompanyLookup`
 * POST /one-shot-checks                     Idempotency-Key, `OneShotInput` (rules.ts)  → 201 `OneShotView`
 * GET  /one-shot-checks/{token}                                                         → 200 `OneShotView`
 * POST /one-shot-checks/{token}/payments    Idempotency-Key, no body                    → 201 `PaymentSession`
 * GET  /one-shot-checks/{token}/invoice     the invoice as PDF, once it exists; ?kind=CreditNote: the credit note with &number=; &format=ubl: as UBL
 * GET  /one-shot-checks/{token}/payer       the payer, for the form of a new client          → 200 `OneShotPayer`
 *
 * The status page polls while a payment is under way (`isUnderWay`). With `?refresh=true` the server asks the payment provider about an attempt that the
 * visitor has just confirmed, in case its event was lost.
 */
export const ONE_SHOT_PATH = '/v1/api/one-shot-checks';
export const PAYMENT_EVENTS_PATH = '/v1/api/payments/events';

/** Whether this installation sells One Shot Checks, which needs a payment provider. */
export interface OneShotOffer {
  readonly offered: boolean;
}

/** Sources of company data by VAT number: VIES, the register of the European Commission, or made-up data for trying out. */
export const COMPANY_SOURCES = ['vies', 'madeUp'] as const;

/** A company from a register, to fill in the form; the user may change it. */
export interface FoundCompany {
  readonly companyName: string;
  /** Empty: the register does not disclose it. */
  readonly companyAddress: string;
  readonly source: (typeof COMPANY_SOURCES)[number];
}

/** `found` null: the number is unknown, or the register is unavailable or not used here. The user then fills in the fields. */
export interface CompanyLookup {
  readonly found: FoundCompany | null;
}

/** An order as shown to holders of its link. Never the findings, which are mailed to the invoicing contact. */
export interface OneShotView extends Amounts {
  /** The secret of the link, the only way to access the order. */
  readonly token: string;
  readonly state: OneShotState;
  /** The amount refunded to the card. */
  readonly refundedCents: number;
  readonly currency: 'EUR';
  readonly language: InterfaceLanguage;
  /** null: the personal data of an abandoned order were deleted. */
  readonly workerFullName: string | null;
  readonly incapacityStartDate: CalendarDay;
  readonly incapacityEndDate: CalendarDay;
  /** The address for confirmation and result, partly hidden, such as `s…@firm.be`; null as above. */
  readonly invoicingEmailHint: string | null;
  readonly invoiceNumber: string | null;
  /** In chronological order. */
  readonly creditNoteNumbers: readonly string[];
  readonly availableActions: readonly OneShotAction[];
  /** The latest attempt to pay; null before the first. */
  readonly attempt: { readonly state: PaymentAttemptState; readonly decline: PaymentDecline | null } | null;
  /** ISO instant; until when it can be paid. */
  readonly payableUntil: string;
  /** null until it was paid. */
  readonly check: OneShotProgress | null;
}

/** The progress of the check, as shown to the payer. */
export interface OneShotProgress {
  readonly status: CheckStatus;
  /** The check was cancelled or deleted: no result follows. */
  readonly isCancelled: boolean;
  /** There is a result, which is held for review (docs/decisions/0088). */
  readonly isReviewed: boolean;
  /** Day of the appointment; the time of a home visit is not announced. */
  readonly plannedDay: CalendarDay | null;
  /** ISO instant, for an appointment at the doctor's or by video. */
  readonly appointmentStart: string | null;
}

/** The payer of an order, in the fields of a request for an account (identity/sign-up.ts). */
export type OneShotPayer = Pick<
  SignUpInput,
  'firstName' | 'lastName' | 'email' | 'phoneNumber' | 'companyName' | 'companyNumber' | 'language'
>;

/** Whether the page should poll. */
export const isUnderWay = (view: Pick<OneShotView, 'attempt' | 'state'>): boolean =>
  view.state === 'AwaitingPayment' && (view.attempt?.state === 'Processing' || view.attempt?.state === 'Succeeded');

/** Data with which the browser pays at the payment provider. */
export interface PaymentSession {
  /** `test`: the frame of this file at `elementsUrl`. `stripe`: Stripe's Payment Element. */
  readonly provider: 'test' | 'stripe';
  readonly clientSecret: string;
  readonly publishableKey: string;
  /** URL of the card fields for `test`, with the query parameters of `frameAddress`; null for `stripe`. */
  readonly elementsUrl: string | null;
}

/** URL of the iframe with the card fields, in the page's language and colours. */
export const frameAddress = (
  elementsUrl: string,
  { language, mode }: { readonly language: InterfaceLanguage; readonly mode: 'light' | 'dark' },
): string => `${elementsUrl}?language=${language}&mode=${mode}`;

/**
 * Messages between page and iframe by `postMessage`. Both sides check the other's origin and window, give the exact target origin, and ignore other
 * messages. Card numbers are never sent.
 */
export type ParentMessage = { readonly type: 'confirm'; readonly clientSecret: string };

export type FrameMessage =
  | { readonly type: 'ready' }
  /** Height of the iframe's content, in pixels. */
  | { readonly type: 'height'; readonly height: number }
  /** `complete`: all fields are filled in plausibly. `error`: a field is invalid and shows its own message. */
  | { readonly type: 'change'; readonly complete: boolean; readonly error: boolean }
  /** Enter was pressed in a field: submit the form around the iframe. */
  | { readonly type: 'submit' }
  | PaymentResult;

/**
 * The outcome of a confirmation, for display only; whether the order is paid is in `OneShotView`. 3-D Secure takes place inside the iframe. `declined`
 * without code: a field is invalid and shows its own message; nothing was sent.
 */
export interface PaymentResult {
  readonly type: 'result';
  readonly status: 'succeeded' | 'processing' | 'declined';
  readonly code: PaymentDecline | null;
}

/** Card numbers of the test provider by their outcome; with any expiry in the future and any CVC. */
export const TEST_CARDS = {
  success: '4242424242424242',
  genericDecline: '4000000000000002',
  insufficientFunds: '4000000000009995',
  expiredCard: '4000000000000069',
  /** Requires 3-D Secure: a page with one button to pass and one to fail. */
  challenge: '4000002500003155',
  /** The confirmation times out; the payment is captured later. */
  timeout: '4000000000000119',
} as const;
export type TestCard = keyof typeof TEST_CARDS;
