import { addDays, type CalendarDay, instantAt } from '../../clock.ts';

/**
 * The duty of a company's workers to be at home for a control doctor in the first days of an absence: the number of days and the hours
 * (people/work-rules.ts; legal limits: law/availability.ts). Belgian local times, HH:MM.
 */
export interface StayAtHomeDuty {
  readonly availabilityDays: number;
  readonly availabilityFrom: string;
  readonly availabilityTo: string;
}

/** The days of the duty, first and last included; calendar days from the start of the absence. */
export function dutyDays(
  { availabilityDays }: StayAtHomeDuty,
  absenceStart: CalendarDay,
): { readonly firstDay: CalendarDay; readonly lastDay: CalendarDay } {
  return { firstDay: absenceStart, lastDay: addDays(absenceStart, availabilityDays - 1) };
}

/** A span of time. */
export interface TimeWindow {
  readonly from: Date;
  readonly to: Date;
}

/**
 * The hours of the duty on `day`; null: no duty on that day.
 * @param absenceStart start of the absence, not of a certificate that prolongs it
 */
export function windowOn(duty: StayAtHomeDuty, absenceStart: CalendarDay, day: CalendarDay): TimeWindow | null {
  const { firstDay, lastDay } = dutyDays(duty, absenceStart);
  if (day < firstDay || day > lastDay) return null;
  return { from: instantAt(day, duty.availabilityFrom), to: instantAt(day, duty.availabilityTo) };
}

/** Whether the whole appointment is within the window. */
export const holds = ({ from, to }: TimeWindow, start: Date, end: Date): boolean => start >= from && end <= to;
