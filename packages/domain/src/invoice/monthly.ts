import type { CheckLocation, CheckOccurence } from '../check/enums.ts';
import { addDays, type CalendarDay, dayOf, timeOf } from '../clock.ts';
import { firstOfMonth, lastOfMonth } from '../dashboard/period.ts';
import type { InvoiceLine } from './invoice.ts';

/** Clients' monthly invoices: which checks are on them, and how they are grouped (docs/decisions/0020). A month is its first day. */

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

/** Checks of one cost centre, kind, price and reason for the price. */
export interface BilledGroup {
  /** Code or name; empty: none. */
  readonly costCentre: string;
  /** Number of the client's order for this cost centre; empty: the client's own. */
  readonly purchaseOrder: string;
  readonly checkOccurence: CheckOccurence;
  readonly checkLocation: CheckLocation;
  /** Of one check, VAT excluded; more than 0. */
  readonly unitCents: number;
  readonly quantity: number;
  /** On a Saturday or Sunday, which costs more. */
  readonly weekend: boolean;
  /** Cancelled when the appointment was near, which costs more; false for what was not cancelled. */
  readonly late: boolean;
  /** First and last day of the checks: of the examination, else of the appointment, else of the end of the check. */
  readonly from: CalendarDay;
  readonly to: CalendarDay;
}

/** Why checks of one kind cost different amounts, in words. */
export interface PriceTexts {
  readonly describe: (kind: BilledKind) => string;
  /** Where somebody was to be examined at home, of a kind that does not say it. */
  readonly home: () => string;
  readonly weekend: () => string;
  /** What a cancellation costs, near the appointment or before. */
  readonly cancelled: (late: boolean) => string;
  readonly days: (from: CalendarDay, to: CalendarDay) => string;
}

type Counted = Omit<BilledGroup, 'checkOccurence' | 'checkLocation'> & { readonly kind: BilledKind; readonly home: boolean };

/**
 * The lines of a month: cost centres by name, those without at the end; in each the kinds in their order, the dearest first. A line says
 * why it costs what it costs: a visit at home, a weekend, what a cancellation costs, and where that leaves two prices for one thing, the days of each.
 */
export function monthlyLines(groups: readonly BilledGroup[], texts: PriceTexts): readonly InvoiceLine[] {
  const lines = new Map<string, Counted>();
  for (const { checkOccurence, checkLocation, ...group } of groups) {
    const kind = billedKindOf({ checkOccurence, checkLocation });
    const counted: Counted = { ...group, kind, home: kind !== checkLocation && checkLocation === 'House' };
    const name = JSON.stringify([thingOf(counted), counted.costCentre, counted.unitCents]);
    const before = lines.get(name);
    lines.set(name, before ? joined(before, counted) : counted);
  }
  const all = [...lines.values()];
  const reasonOf = (line: Counted): string => {
    const prices = new Set(all.filter((other) => thingOf(other) === thingOf(line)).map(({ unitCents }) => unitCents));
    return [
      line.home ? texts.home() : '',
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

/** What a price is of: two prices for one of these need the days to tell them apart. */
const thingOf = ({ kind, home, weekend, late }: Counted): string => `${kind} ${home} ${weekend} ${late}`;

const joined = (a: Counted, b: Counted): Counted => ({
  ...a,
  quantity: a.quantity + b.quantity,
  from: a.from < b.from ? a.from : b.from,
  to: a.to > b.to ? a.to : b.to,
});

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
