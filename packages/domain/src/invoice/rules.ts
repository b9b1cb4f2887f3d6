import * as z from 'zod/mini';
import { TEXT } from '../constants.ts';
import { key, line } from '../validation.ts';

/** The reason of a refund or credit, which the client reads. */
export const reasonRule = z.strictObject({ reason: line(TEXT.name, 'reasonRequired') });

/** Upper limit for line numbers and quantities, above those of any invoice. */
const MAX_COUNT = 100_000;
const countError = { error: key('creditQuantity') };
const count = (lowest: number) => z.int(countError).check(z.minimum(lowest, countError), z.maximum(MAX_COUNT, countError));

/**
 * Crediting a client's invoice: some checks of its lines, an amount without VAT or, if both are null, all that remains of it.
 * `invoicePaid`: the client has paid the invoice, so that the amount is repaid; otherwise it reduces what is still to be paid.
 */
export const creditRule = z
  .strictObject({
    ...reasonRule.shape,
    invoicePaid: z.boolean({ error: key('required') }),
    lines: z.nullable(
      z.array(z.strictObject({ line: count(0), quantity: count(1) })).check(
        z.minLength(1, { error: key('required') }),
        z.refine((lines) => new Set(lines.map((one) => one.line)).size === lines.length, { error: key('invalidChoice') }),
      ),
    ),
    netCents: z.nullable(
      z
        .int({ error: key('creditAmount') })
        .check(z.minimum(1, { error: key('creditAmount') }), z.maximum(1_000_000_00, { error: key('creditTooHigh') })),
    ),
  })
  .check(z.refine(({ lines, netCents }) => lines === null || netCents === null, { path: ['netCents'], error: key('invalidChoice') }));
export type CreditInput = z.infer<typeof creditRule>;

/** File formats of a document: for people, and for programs (Peppol BIS Billing 3.0). */
export const INVOICE_FORMATS = ['pdf', 'ubl'] as const;
export type InvoiceFormat = (typeof INVOICE_FORMATS)[number];
