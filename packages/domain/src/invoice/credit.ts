import { type Amounts, amountsOf } from '../one-shot/price.ts';
import type { InvoiceLine } from './invoice.ts';
import type { CreditInput } from './rules.ts';

/** Crediting a client's invoice: the whole, some of its checks, or an amount; in several notes, never above the invoice (docs/decisions/0039). */

/** The lines and amounts of an invoice or a credit note. Euro cents. */
export interface Booked extends Amounts {
  readonly lines: readonly InvoiceLine[];
}

/** A request for more than remains, with the path of its field. */
export interface CreditError {
  readonly path: string;
  readonly message: 'creditTooHigh' | 'creditQuantity';
}

/** The amounts of an invoice that remain after its credit notes. */
export function remainderOf(invoice: Amounts, notes: readonly Amounts[]): Amounts {
  const left = (amount: (one: Amounts) => number) => notes.reduce((rest, note) => rest - amount(note), amount(invoice));
  return {
    netCents: left(({ netCents }) => netCents),
    vatCents: left(({ vatCents }) => vatCents),
    totalCents: left(({ totalCents }) => totalCents),
  };
}

/** For each line of the invoice, the quantity not credited yet. */
export const remainingQuantities = (invoice: Pick<Booked, 'lines'>, notes: readonly Pick<Booked, 'lines'>[]): readonly number[] =>
  invoice.lines.map(({ quantity }, index) =>
    notes.flatMap(({ lines }) => lines).reduce((rest, line) => (line.ofLine === index ? rest - line.quantity : rest), quantity),
  );

/**
 * The lines and amounts of a new credit note. All notes together never exceed the invoice in net, VAT and total; the last one has exactly the remaining
 * amounts, so that no rounding difference is left.
 * @param notes the existing credit notes of the invoice
 * @param describe the text of a line about an amount: a part of the invoice, or all that remains of it
 */
export function creditOf(
  invoice: Booked,
  notes: readonly Booked[],
  { lines: chosen, netCents }: Pick<CreditInput, 'lines' | 'netCents'>,
  describe: (what: 'amount' | 'remainder') => string,
): { readonly credit: Booked } | { readonly fieldError: CreditError } {
  const left = remainderOf(invoice, notes);
  const quantities = remainingQuantities(invoice, notes);
  const lineOf = (index: number, quantity: number): InvoiceLine[] => {
    const line = invoice.lines[index];
    return line && quantity > 0 ? [{ ...line, quantity, ofLine: index }] : [];
  };
  const amountLine = (what: 'amount' | 'remainder', unitCents: number): InvoiceLine[] => [
    { description: describe(what), quantity: 1, unitCents, costCentre: '' },
  ];

  const wholeLines = quantities.flatMap((quantity, index) => lineOf(index, quantity));
  const wanted: readonly InvoiceLine[] =
    netCents !== null
      ? amountLine('amount', netCents)
      : chosen !== null
        ? chosen.flatMap(({ line, quantity }) => lineOf(line, quantity))
        : netOf(wholeLines) === left.netCents
          ? wholeLines
          : amountLine('remainder', left.netCents);

  const tooMany = chosen?.findIndex(({ line, quantity }) => quantity > (quantities[line] ?? 0)) ?? -1;
  if (tooMany >= 0) return { fieldError: { path: `lines.${tooMany}.quantity`, message: 'creditQuantity' } };
  const net = netOf(wanted);
  if (net > left.netCents) return { fieldError: { path: netCents === null ? 'lines' : 'netCents', message: 'creditTooHigh' } };
  const vatCents = net === left.netCents ? left.vatCents : Math.min(amountsOf(net).vatCents, left.vatCents);
  return { credit: { lines: wanted, netCents: net, vatCents, totalCents: net + vatCents } };
}

const netOf = (lines: readonly InvoiceLine[]): number => lines.reduce((sum, { quantity, unitCents }) => sum + quantity * unitCents, 0);
