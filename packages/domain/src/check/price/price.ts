import { addDays, type CalendarDay, dayOf, instantAt, isoWeekday } from '../../clock.ts';
import { REASONABLE_HOURS, VAT_PERCENT } from '../../constants.ts';
import { type CheckLocation, type CheckOccurence, NON_OPERABLE_REASONS, type NonOperableReason } from '../enums.ts';
import type { AppointmentPrecision } from '../times/announcement.ts';

/** Prices of checks: euro cents, VAT excluded (domain.md 3.2 and 4.3). The contract price is a field of the company. */
export const PRICES = {
  houseSupplement: 25_00,
  weekendPercent: 30,
  /** Cancellation fee, in percent of the price: nothing before a doctor accepted (domain.md 4.3). */
  cancelAcceptedPercent: 25,
  cancelLatePercent: 50,
  /** "Late" begins this many hours before the appointment. */
  lateHours: 4,
  /** The doctor's pay per examination, and per km beyond the free ones. */
  doctorFee: 55_00,
  doctorHouseSupplement: 15_00,
  kmRate: 43,
  freeKm: 10,
} as const;

/** Whether a check on that day costs the weekend surcharge: Saturday and Sunday (domain.md 3.2). */
export const isSurchargedDay = (day: CalendarDay): boolean => isoWeekday(day) >= 6;

/**
 * The day that decides the price before the check takes place: the day of the appointment. Without one, the first day on which the check is still
 * possible, if all those days have the weekend surcharge; otherwise null, which means no surcharge.
 * @param appointmentDay planned or proposed; null: none
 * @param period of the incapacity; an empty day is not filled in yet
 */
export function dayOfPrice(
  appointmentDay: CalendarDay | null,
  period: { readonly startDate: CalendarDay; readonly endDate: CalendarDay },
  today: CalendarDay,
): CalendarDay | null {
  if (appointmentDay !== null) return appointmentDay;
  const first = period.startDate > today ? period.startDate : today;
  if (first > period.endDate) return null;
  for (let day = first; day <= period.endDate; day = addDays(day, 1)) if (!isSurchargedDay(day)) return null;
  return first;
}

/**
 * The location that decides the price. A visit where nobody opened stays one that a doctor made, wherever the worker is examined afterwards
 * (docs/decisions/0074); not for a One Shot Check, whose price was paid before.
 */
export const pricedLocation = (checkLocation: CheckLocation, visitCharged: boolean): CheckLocation =>
  visitCharged ? 'House' : checkLocation;

/** Price of a check with result: contract price, home supplement, weekend surcharge. Cents, VAT excluded. */
export function priceOf(check: {
  readonly contractPrice: number;
  readonly checkLocation: CheckLocation;
  readonly checkDate: CalendarDay | null;
}): number {
  const base = check.contractPrice + (check.checkLocation === 'House' ? PRICES.houseSupplement : 0);
  const weekend = check.checkDate !== null && isSurchargedDay(check.checkDate);
  return weekend ? Math.round((base * (100 + PRICES.weekendPercent)) / 100) : base;
}

/** Fee for cancelling now; cents, VAT excluded. Free until a doctor accepted. */
export function cancellationFee(
  check: {
    readonly price: number;
    readonly appointmentStart: Date | null;
    /** Whether the doctor has set out: then the late fee applies at any hour (domain.md 4.3). */
    readonly underWay: boolean;
  },
  now: Date,
): number {
  if (check.appointmentStart === null) return 0;
  const hoursLeft = (check.appointmentStart.getTime() - now.getTime()) / 3_600_000;
  const percent = check.underWay || hoursLeft < PRICES.lateHours ? PRICES.cancelLatePercent : PRICES.cancelAcceptedPercent;
  return Math.round((check.price * percent) / 100);
}

/**
 * The cancellation fee as far as the reader may know it; cents, VAT excluded. Exact for a reader who knows the time of the appointment. For others the
 * bounds are the fees of the latest and the earliest possible visit on that day; they differ only on the day itself.
 */
export function cancellationFeeBounds(
  check: { readonly price: number; readonly appointmentStart: Date | null; readonly underWay: boolean },
  precision: AppointmentPrecision,
  now: Date,
): { readonly atLeast: number; readonly atMost: number } {
  const { price, appointmentStart } = check;
  const exact = cancellationFee(check, now);
  if (precision === 'minute' || appointmentStart === null) return { atLeast: exact, atMost: exact };
  const day = dayOf(appointmentStart);
  // `underWay` is ignored, because it would reveal the time.
  const at = (time: string) => cancellationFee({ price, appointmentStart: instantAt(day, time), underWay: false }, now);
  return { atLeast: at(REASONABLE_HOURS.to), atMost: at(REASONABLE_HOURS.from) };
}

/** What an archived check costs the company; cents, VAT excluded. */
export function archivedPrice(check: {
  readonly checkOccurence: CheckOccurence;
  readonly nonOperableReason: NonOperableReason | null;
  readonly price: number;
  readonly cancellationFee: number;
}): number {
  switch (check.checkOccurence) {
    case 'Deleted':
      return 0;
    case 'Cancelled':
      return check.cancellationFee;
    case 'NonOperable':
      return check.nonOperableReason && NON_OPERABLE_REASONS[check.nonOperableReason].billable ? check.price : 0;
    default:
      return check.price;
  }
}

/**
 * The doctor's pay for a check with result; cents. Home visits pay a supplement and travel beyond the free km, also if nobody opened, a card was left
 * and the examination took place at the practice.
 * @param attempt of this doctor at the worker's door; km one way, null if the place is not known
 */
export function doctorPay(
  check: { readonly checkLocation: CheckLocation; readonly distanceToCheck: number | null },
  attempt: { readonly km: number | null } | null = null,
): {
  readonly doctorTotalPrice: number;
  readonly doctorTravelCosts: number;
  readonly doctorExtraCosts: number;
} {
  const house = check.checkLocation === 'House';
  const km = house ? check.distanceToCheck : (attempt?.km ?? null);
  const doctorTravelCosts = Math.round(Math.max(0, (km ?? 0) - PRICES.freeKm) * PRICES.kmRate);
  const doctorExtraCosts = house || attempt !== null ? PRICES.doctorHouseSupplement : 0;
  return { doctorTravelCosts, doctorExtraCosts, doctorTotalPrice: PRICES.doctorFee + doctorExtraCosts + doctorTravelCosts };
}

/** VAT on an amount without VAT, rounded half up to the cent. */
export const vatOn = (cents: number): number => Math.round((cents * VAT_PERCENT) / 100);
