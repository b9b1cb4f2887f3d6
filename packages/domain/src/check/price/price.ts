import { addDays, type CalendarDay, dayOf, instantAt, isoWeekday, lengthInDays } from '../../clock.ts';
import { REASONABLE_HOURS, VAT_PERCENT } from '../../constants.ts';
import { type CheckLocation, type CheckOccurence, NON_OPERABLE_REASONS, type NonOperableReason } from '../enums.ts';
import type { AppointmentPrecision } from '../times/announcement.ts';

/** Prices of checks: euro cents, VAT excluded (domain.md 3.2 and 4.3; a company's contract price is its own). */
export const PRICES = {
  houseSupplement: 25_00,
  weekendPercent: 30,
  /** Late cancellation, in percent of the price: nothing before a doctor accepted (domain.md 4.3). */
  cancelAcceptedPercent: 25,
  cancelLatePercent: 50,
  /** "Late" begins this many hours before the appointment. */
  lateHours: 4,
  /** What a doctor earns per examination, and per km beyond the free ones. */
  doctorFee: 55_00,
  doctorHouseSupplement: 15_00,
  kmRate: 43,
  freeKm: 10,
} as const;

/** Whether a check on that day costs the weekend surcharge: Saturday and Sunday (domain.md 3.2). */
const isSurchargedDay = (day: CalendarDay): boolean => isoWeekday(day) >= 6;

/**
 * The day whose price counts before the check took place: the appointment's; without one, the first day on which it is
 * still possible when every such day costs the surcharge; null: an ordinary one.
 * @param appointmentDay planned or proposed; null: none
 * @param period of the incapacity; empty days are not filled in yet
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
    /** Whether the doctor has set out: then it is late at any hour (domain.md 4.3). */
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
 * What cancelling now costs, as far as its reader may know: exact to whoever knows the minute. To others it lies between what it would
 * cost if the visit began as early, and as late, as visits of that day may begin: the same but on the day itself.
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
  // Whether the doctor is on the way would tell the minute.
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
 * What the doctor is paid for a check with result; cents. Travel is paid for home visits beyond the free km, also for one where nobody opened and
 * a card was left: the examination at the practice comes on top of that way.
 * @param attempt of this doctor at the worker's door; km one way, null where the place is not known
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

/** Days of absence that an early return saved: original end to new end, never negative (domain.md 4.5). */
export function earlyReturnDays(incapacityEndDate: CalendarDay, newIncapacityEndDate: CalendarDay | null): number {
  return newIncapacityEndDate === null ? 0 : Math.max(0, lengthInDays(newIncapacityEndDate, incapacityEndDate) - 1);
}
