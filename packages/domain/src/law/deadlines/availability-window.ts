import { addDays, type CalendarDay, instantAt } from '../../clock.ts';

/**
 * The hours at which the company's workers stay at home for a control doctor, in the first days of an absence
 * (people/work-rules.ts; the limits of the law are in law/availability.ts); times HH:MM, Belgian.
 */
export interface StayAtHomeDuty {
  readonly availabilityDays: number;
  readonly availabilityFrom: string;
  readonly availabilityTo: string;
}

/** The days of the duty, first and last included. Calendar days: the agreement of the company says how many. */
export function dutyDays(
  { availabilityDays }: StayAtHomeDuty,
  absenceStart: CalendarDay,
): { readonly firstDay: CalendarDay; readonly lastDay: CalendarDay } {
  return { firstDay: absenceStart, lastDay: addDays(absenceStart, availabilityDays - 1) };
}

/** A span of time, its end not included. */
export interface TimeWindow {
  readonly from: Date;
  readonly to: Date;
}

/**
 * When the worker stays at home on `day`; null when that day has no such duty: on later days, or before the absence.
 * @param absenceStart of the absence, not of a certificate that prolongs it
 */
export function windowOn(duty: StayAtHomeDuty, absenceStart: CalendarDay, day: CalendarDay): TimeWindow | null {
  const { firstDay, lastDay } = dutyDays(duty, absenceStart);
  if (day < firstDay || day > lastDay) return null;
  return { from: instantAt(day, duty.availabilityFrom), to: instantAt(day, duty.availabilityTo) };
}

/** Whether the window holds the whole appointment. */
export const holds = ({ from, to }: TimeWindow, start: Date, end: Date): boolean => start >= from && end <= to;
