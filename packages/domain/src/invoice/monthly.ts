import type { CheckLocation, CheckOccurence } from '../check/enums.ts';
import { addDays, type CalendarDay, dayOf, timeOf } from '../clock.ts';
import { firstOfMonth, lastOfMonth } from '../dashboard/period.ts';
import type { InvoiceLine } from './invoice.ts';

/** Clients' monthly invoices: which checks stand on them, and how they are grouped (docs/decisions/0020). A month is its first day. */

/** Days that a client has to pay; the law's term between companies (law of 2 August 2002, article 4). */
export const PAYMENT_TERM_DAYS = 30;

/** From this hour of the first day the month before is invoiced: what was archived at midnight is written by then. */
const FIRST_DAY_FROM = '03:00';

/** The month that falls due last at an instant: the last whole one; null during the first hours of a month. */
export function monthToInvoice(now: Date): CalendarDay | null {
  const today = dayOf(now);
  if (today === firstOfMonth(today) && timeOf(now) < FIRST_DAY_FROM) return null;
  return monthBefore(today);
}

/** How far back months are invoiced that were missed, the last whole one included; what is older is for people to look at. */
export const INVOICED_MONTHS = 12;

/** The months that should be invoiced by an instant, oldest first: what no job came to in time is caught up with. */
export function monthsToInvoice(now: Date): readonly CalendarDay[] {
  const months: CalendarDay[] = [];
  let month = monthToInvoice(now) ?? monthBefore(monthBefore(dayOf(now)));
  for (; months.length < INVOICED_MONTHS; month = monthBefore(month)) months.unshift(month);
  return months;
}

/** First day of the month before the one of `day`. */
export const monthBefore = (day: CalendarDay): CalendarDay => firstOfMonth(addDays(firstOfMonth(day), -1));

/** First and last day of a month. */
export const daysOfMonth = (month: CalendarDay): { readonly from: CalendarDay; readonly to: CalendarDay } => ({
  from: firstOfMonth(month),
  to: lastOfMonth(month),
});

/** What a line is about: where a worker was examined, or why a check without an examination costs something. Nothing about health. */
export const BILLED_KINDS = ['Office', 'House', 'Telecheck', 'Unknown', 'NoShow', 'NonOperable', 'Cancelled'] as const;
export type BilledKind = (typeof BILLED_KINDS)[number];

/** The kind of an archived check that costs something (`archivedPrice`). */
export function billedKindOf({
  checkOccurence,
  checkLocation,
}: {
  readonly checkOccurence: CheckOccurence;
  readonly checkLocation: CheckLocation;
}): BilledKind {
  return checkOccurence === 'NoShow' || checkOccurence === 'NonOperable' || checkOccurence === 'Cancelled' ? checkOccurence : checkLocation;
}

/** Checks of one cost centre, kind and price. */
export interface BilledGroup {
  /** Code or name; empty: none. */
  readonly costCentre: string;
  readonly checkOccurence: CheckOccurence;
  readonly checkLocation: CheckLocation;
  /** Of one check, VAT excluded; more than 0. */
  readonly unitCents: number;
  readonly quantity: number;
}

/** The lines of a month: cost centres by name, those without at the end; in each the kinds in their order, the dearest first. */
export function monthlyLines(groups: readonly BilledGroup[], describe: (kind: BilledKind) => string): readonly InvoiceLine[] {
  const lines = new Map<string, { readonly kind: BilledKind; readonly costCentre: string; readonly unitCents: number; quantity: number }>();
  for (const { costCentre, unitCents, quantity, ...check } of groups) {
    const kind = billedKindOf(check);
    const name = JSON.stringify([costCentre, kind, unitCents]);
    const line = lines.get(name);
    if (line) line.quantity += quantity;
    else lines.set(name, { kind, costCentre, unitCents, quantity });
  }
  return [...lines.values()]
    .sort(
      (a, b) =>
        byCostCentre(a.costCentre, b.costCentre) ||
        BILLED_KINDS.indexOf(a.kind) - BILLED_KINDS.indexOf(b.kind) ||
        b.unitCents - a.unitCents,
    )
    .map(({ kind, ...line }) => ({ description: describe(kind), ...line }));
}

/** What each cost centre comes to, VAT excluded; empty where no line names one. In the order of the lines. */
export function costCentreTotals(lines: readonly InvoiceLine[]): readonly { readonly costCentre: string; readonly netCents: number }[] {
  if (lines.every(({ costCentre }) => costCentre === '')) return [];
  const totals = new Map<string, number>();
  for (const { costCentre, quantity, unitCents } of lines) totals.set(costCentre, (totals.get(costCentre) ?? 0) + quantity * unitCents);
  return [...totals].map(([costCentre, netCents]) => ({ costCentre, netCents }));
}

function byCostCentre(a: string, b: string): number {
  if (a === '' || b === '') return (a === '' ? 1 : 0) - (b === '' ? 1 : 0);
  return a.localeCompare(b, 'en');
}
