import { remainderOf, remainingQuantities } from '@checkwell/domain/invoice/credit';
import { type CreditInput, creditRule, reasonRule } from '@checkwell/domain/invoice/rules';
import { key } from '@checkwell/domain/validation';
import * as z from 'zod/mini';
import type { InvoiceRowFragment } from './company.gql.ts';

/** What of an invoice is credited: all that is left of it, some of its checks, or an amount. */
export const CREDIT_PARTS = ['whole', 'lines', 'amount'] as const;
export type CreditPart = (typeof CREDIT_PARTS)[number];

const quantityRule = z.nullable(z.int().check(z.minimum(0)));

/** The dialog's fields; `creditInputOf` makes what the server takes, which the same rule of the domain judges there. */
export const creditFormRule = z
  .strictObject({
    ...reasonRule.shape,
    invoicePaid: z.enum(['yes', 'no'], { error: key('required') }),
    part: z.enum(CREDIT_PARTS),
    /** The credited quantity of each line; null for none. */
    quantities: z.array(z.nullable(z.custom<number>())),
    /** null where no amount was asked for. */
    netCents: z.nullable(z.custom<number>()),
  })
  .check((context) => {
    const { part, quantities, netCents } = context.value;
    // Values of a choice that is no longer selected are not checked, because their fields are hidden.
    if (part === 'lines') {
      const wrong = quantities.flatMap((quantity, line) => (quantityRule.safeParse(quantity).success ? [] : [line]));
      if (wrong.length === 0 && quantities.every((quantity) => !quantity)) wrong.push(0);
      for (const line of wrong)
        context.issues.push({ code: 'custom', path: ['quantities', line], message: key('creditQuantity'), input: quantities });
    }
    if (part === 'amount' && !creditRule.shape.netCents.safeParse(netCents ?? 0).success)
      context.issues.push({ code: 'custom', path: ['netCents'], message: key('creditAmount'), input: netCents });
  });
export type CreditForm = z.infer<typeof creditFormRule>;

export const creditInputOf = ({ reason, invoicePaid, part, quantities, netCents }: CreditForm): CreditInput => ({
  reason,
  invoicePaid: invoicePaid === 'yes',
  lines: part === 'lines' ? quantities.flatMap((quantity, line) => (quantity ? [{ line, quantity }] : [])) : null,
  netCents: part === 'amount' ? netCents : null,
});

/** The part of an invoice that can still be credited: by line, and in total. @param documents of its company */
export function creditable(invoice: InvoiceRowFragment, documents: readonly InvoiceRowFragment[]) {
  const notes = documents.filter(({ corrects }) => corrects === invoice.number);
  const amounts = ({ netCents, totalCents }: InvoiceRowFragment) => ({ netCents, totalCents, vatCents: totalCents - netCents });
  return {
    quantities: remainingQuantities(
      { lines: invoice.lines.map(plain) },
      notes.map(({ lines }) => ({ lines: lines.map(plain) })),
    ),
    left: remainderOf(amounts(invoice), notes.map(amounts)),
  };
}

const plain = ({ ofLine, ...line }: InvoiceRowFragment['lines'][number]) => ({ ...line, ...(ofLine !== null && { ofLine }) });
