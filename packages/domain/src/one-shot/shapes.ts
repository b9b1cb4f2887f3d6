import * as z from 'zod/mini';
import { CHECK_STATUSES } from '../check/enums.ts';
import { INTERFACE_LANGUAGES } from '../constants.ts';
import { INVOICE_KINDS } from '../invoice/invoice.ts';
import { INVOICE_FORMATS } from '../invoice/rules.ts';
import {
  COMPANY_SOURCES,
  type CompanyLookup,
  type OneShotOffer,
  type OneShotPayer,
  type OneShotView,
  type PaymentSession,
} from './contract.ts';
import { ONE_SHOT_ACTIONS, ONE_SHOT_STATES, PAYMENT_ATTEMPT_STATES, PAYMENT_DECLINES } from './states.ts';

/** Schemas of the responses in contract.ts. */
export const oneShotOfferShape = z.object({ offered: z.boolean() }) satisfies z.ZodMiniType<OneShotOffer>;

export const oneShotShape = z.object({
  token: z.string(),
  state: z.enum(ONE_SHOT_STATES),
  netCents: z.int(),
  vatCents: z.int(),
  totalCents: z.int(),
  refundedCents: z.int(),
  currency: z.literal('EUR'),
  language: z.enum(INTERFACE_LANGUAGES),
  workerFullName: z.nullable(z.string()),
  incapacityStartDate: z.string(),
  incapacityEndDate: z.string(),
  invoicingEmailHint: z.nullable(z.string()),
  invoiceNumber: z.nullable(z.string()),
  creditNoteNumbers: z.readonly(z.array(z.string())),
  availableActions: z.readonly(z.array(z.enum(ONE_SHOT_ACTIONS))),
  attempt: z.nullable(z.object({ state: z.enum(PAYMENT_ATTEMPT_STATES), decline: z.nullable(z.enum(PAYMENT_DECLINES)) })),
  payableUntil: z.string(),
  check: z.nullable(
    z.object({
      status: z.enum(CHECK_STATUSES),
      isCancelled: z.boolean(),
      isReviewed: z.boolean(),
      plannedDay: z.nullable(z.string()),
      appointmentStart: z.nullable(z.string()),
    }),
  ),
}) satisfies z.ZodMiniType<OneShotView>;

export const oneShotPayerShape = z.object({
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  phoneNumber: z.string(),
  companyName: z.string(),
  companyNumber: z.string(),
  language: z.enum(INTERFACE_LANGUAGES),
}) satisfies z.ZodMiniType<OneShotPayer>;

export const paymentSessionShape = z.object({
  provider: z.enum(['test', 'stripe']),
  clientSecret: z.string(),
  publishableKey: z.string(),
  elementsUrl: z.nullable(z.string()),
}) satisfies z.ZodMiniType<PaymentSession>;

export const companyLookupShape = z.object({
  found: z.nullable(z.object({ companyName: z.string(), companyAddress: z.string(), source: z.enum(COMPANY_SOURCES) })),
}) satisfies z.ZodMiniType<CompanyLookup>;

export const companyPathRule = z.strictObject({ companyNumber: z.string() });

export const oneShotPathRule = z.strictObject({ token: z.string() });
/** Query of the document: invoice or credit note, by default the latest; as PDF, or UBL for programs (Peppol BIS Billing 3.0). */
export const oneShotDocumentRule = z.strictObject({
  kind: z._default(z.enum(INVOICE_KINDS), 'Invoice'),
  format: z._default(z.enum(INVOICE_FORMATS), 'pdf'),
  number: z.optional(z.string()),
});
/** `refresh`: ask the payment provider about the latest attempt. */
export const oneShotQueryRule = z.strictObject({ refresh: z.optional(z.enum(['true', 'false'])) });
