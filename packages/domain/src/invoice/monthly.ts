import type { CheckLocation, CheckOccurence } from '../check/enums.ts';
import { addDays, type CalendarDay, dayOf, timeOf } from '../clock.ts';
import { firstOfMonth, lastOfMonth } from '../dashboard/period.ts';
import type { InvoiceLine } from './invoice.ts';

/** Clients' monthly invoices: the months due, and how checks are grouped into lines (docs/decisions/0020). A month is given by its first day. */

/** Payment term in days: the statutory term between companies (law of 2 August 2002, article 4). */
export const PAYMENT_TERM_DAYS = 30;

/** From this time on the first day of a month the month before is invoiced, when all checks archived before midnight are stored. */
const FIRST_DAY_FROM = '03:00';

/** The last month, if it is due for invoicing at `now`; null: not yet, in the first hours of a month. */
export function monthToInvoice(now: Date): CalendarDay | null {
  const today = dayOf(now);
  if (today === firstOfMonth(today) && timeOf(now) < FIRST_DAY_FROM) return null;
  return monthBefore(today);
}

/** How many months are invoiced automatically if they were missed, the last one included; older ones need a person. */
export const INVOICED_MONTHS = 12;

/** The months that should be invoiced at `now`, oldest first, so that missed ones are caught up. */
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

/** The subject of a line: the place of an examination, or why a check without one is charged. Nothing about health. */
export const BILLED_KINDS = ['Office', 'House', 'Telecheck', 'Unknown', 'NoShow', 'NonOperable', 'Cancelled'] as const;
export type BilledKind = (typeof BILLED_KINDS)[number];

/** The kind of line of an archived check with a price (`archivedPrice`). */
export function billedKindOf({
  checkOccurence,
  checkLocation,
}: {
  readonly checkOccurence: CheckOccurence;
  readonly checkLocation: CheckLocation;
}): BilledKind {
  return checkOccurence === 'NoShow' || checkOccurence === 'NonOperable' || checkOccurence === 'Cancelled' ? checkOccurence : checkLocation;
}

/** Checks with the same cost centre, outcome, location, price and reason for the price. */
export interface BilledGroup {
  /** Code or name; empty: none. */
  readonly costCentre: string;
  /** Purchase order number for this cost centre; empty: that of the client. */
  readonly purchaseOrder: string;
  readonly checkOccurence: CheckOccurence;
  readonly checkLocation: CheckLocation;
  /** Whether a doctor found nobody at home: then the price is that of a home visit (`pricedLocation`). */
  readonly visited: boolean;
  /** Price of one check, VAT excluded; more than 0. */
  readonly unitCents: number;
  readonly quantity: number;
  /** On a Saturday or Sunday, with the surcharge. */
  readonly weekend: boolean;
  /** Cancelled late, at the higher fee; false if not cancelled. */
  readonly late: boolean;
  /** First and last day of the checks: the day of the examination or, without one, of the appointment, or else of archiving. */
  readonly from: CalendarDay;
  readonly to: CalendarDay;
}

/** The texts of a line: its subject, and the reasons for its price. */
export interface PriceTexts {
  readonly describe: (kind: BilledKind) => string;
  /** Home visit, for a kind that does not say so. */
  readonly home: () => string;
  /** Price of a home visit for a check at another location. */
  readonly visited: () => string;
  readonly weekend: () => string;
  /** The fee of a late or early cancellation. */
  readonly cancelled: (late: boolean) => string;
  readonly days: (from: CalendarDay, to: CalendarDay) => string;
}

type Counted = Omit<BilledGroup, 'checkOccurence' | 'checkLocation'> & { readonly kind: BilledKind; readonly home: boolean };

/**
 * The lines of a month, sorted by cost centre (without one at the end), kind, and descending price. A line gives the reasons for its price: home visit,
 * weekend, cancellation fee and, if that leaves two prices for the same service, the days of each.
 */
export function monthlyLines(groups: readonly BilledGroup[], texts: PriceTexts): readonly InvoiceLine[] {
  const lines = new Map<string, Counted>();
  for (const { checkOccurence, checkLocation, ...group } of groups) {
    const kind = billedKindOf({ checkOccurence, checkLocation });
    const house = checkLocation === 'House';
    const counted: Counted = { ...group, kind, home: kind !== checkLocation && house, visited: group.visited && !house };
    const name = JSON.stringify([thingOf(counted), counted.costCentre, counted.unitCents]);
    const before = lines.get(name);
    lines.set(name, before ? joined(before, counted) : counted);
  }
  const all = [...lines.values()];
  const reasonOf = (line: Counted): string => {
    const prices = new Set(all.filter((other) => thingOf(other) === thingOf(line)).map(({ unitCents }) => unitCents));
    return [
      line.home ? texts.home() : '',
      line.visited ? texts.visited() : '',
      line.weekend ? texts.weekend() : '',
      line.kind === 'Cancelled' ? texts.cancelled(line.late) : '',
      prices.size > 1 ? texts.days(line.from, line.to) : '',
    ]
      .filter((part) => part !== '')
      .join(' · ');
  };
  return all
    .sort(
      (a, b) =>
        byCostCentre(a.costCentre, b.costCentre) ||
        BILLED_KINDS.indexOf(a.kind) - BILLED_KINDS.indexOf(b.kind) ||
        b.unitCents - a.unitCents ||
        Number(a.weekend) - Number(b.weekend),
    )
    .map((line) => {
      const { kind, costCentre, purchaseOrder, unitCents, quantity } = line;
      const detail = reasonOf(line);
      return {
        description: texts.describe(kind),
        quantity,
        unitCents,
        costCentre,
        ...(detail !== '' && { detail }),
        ...(purchaseOrder !== '' && { purchaseOrder }),
      };
    });
}

/** Identifies a service: two prices of the same service are distinguished by their days. */
const thingOf = ({ kind, home, visited, weekend, late }: Counted): string => `${kind} ${home} ${visited} ${weekend} ${late}`;

const joined = (a: Counted, b: Counted): Counted => ({
  ...a,
  quantity: a.quantity + b.quantity,
  from: a.from < b.from ? a.from : b.from,
  to: a.to > b.to ? a.to : b.to,
});

/** The subtotal of each cost centre, VAT excluded, in the order of the lines; empty if no line has a cost centre. */
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
