import { type CompanyLookup, ONE_SHOT_PATH, type OneShotView, type PaymentSession } from '@checkwell/domain/one-shot/contract';
import type { OneShotInput } from '@checkwell/domain/one-shot/rules';
import { http } from '../../lib/api/http.ts';

const pathOf = (token: string): string => `${ONE_SHOT_PATH}/${encodeURIComponent(token)}`;

/** Places an order that awaits its payment; the same key and content again give the same order. */
export const placeOrder = (input: OneShotInput, idempotencyKey: string): Promise<OneShotView> =>
  http.post(ONE_SHOT_PATH, input, { idempotencyKey, visitor: true });

/**
 * The state of an order.
 * @param refresh asks the payment provider first, so that a lost event delays nobody
 */
export const fetchOrder = (token: string, { refresh, signal }: { refresh?: boolean; signal?: AbortSignal } = {}): Promise<OneShotView> =>
  http.get(pathOf(token), { query: { refresh: refresh || undefined }, signal, visitor: true });

/** Name and address of the company with a VAT number, if a register discloses them. */
export const findCompany = (companyNumber: string, signal: AbortSignal): Promise<CompanyLookup> =>
  http.get(`${ONE_SHOT_PATH}/companies/${companyNumber}`, { signal, visitor: true });

/** Key of the query for the state of an order. */
export const statusKey = (token: string) => ['one-shot', 'status', token] as const;

/** A new attempt to pay an order; the same key again gives the same attempt. */
export const openPayment = (token: string, idempotencyKey: string): Promise<PaymentSession> =>
  http.post(`${pathOf(token)}/payments`, undefined, { idempotencyKey, visitor: true });

/** Path of the invoice and the credit note of an order; the query says which document and format. */
export const invoicePath = (token: string): string => `${pathOf(token)}/invoice`;
