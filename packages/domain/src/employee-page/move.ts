import type { CheckTiming } from '../check/enums.ts';
import { PRICES } from '../check/price/price.ts';
import { addDays, type CalendarDay, dayOf } from '../clock.ts';
import { wakingMinutes } from '../offers/waves.ts';

/**
 * How an employee can move an appointment (domain.md 4.2, "swap once"; docs/decisions/0071): once, to another free time of the same doctor.
 *
 * - untilHours: possible until so many hours before, like cancelling at the lower fee.
 * - noticeMinutes: waking minutes before the new time, so that the message about it is in time (check/times/told.ts) with an hour to spare.
 * - laterDays: the most days later. An immediate check must take place soon.
 */
export const EMPLOYEE_MOVE = {
  untilHours: PRICES.lateHours,
  noticeMinutes: 180,
  laterDays: { Immediate: 1, Optimized: 3 },
} as const satisfies { readonly laterDays: Record<CheckTiming, number> } & Record<string, unknown>;

/** Open: the appointment can be moved. Moved: it was moved already. Late: it is too near. Full: the doctor has no other free time. */
export const MOVE_STATES = ['Open', 'Moved', 'Late', 'Full'] as const;
export type MoveState = (typeof MOVE_STATES)[number];

/** Whether there is still time to move an appointment. */
export const isMovable = (appointmentStart: Date, now: Date): boolean =>
  appointmentStart.getTime() - now.getTime() >= EMPLOYEE_MOVE.untilHours * 3_600_000;

/** The days to which an appointment can be moved, in order: from today, within the absence, and not too much later. */
export function moveDays(
  check: {
    readonly checkTiming: CheckTiming;
    readonly appointmentStart: Date;
    readonly incapacityStartDate: CalendarDay;
    readonly incapacityEndDate: CalendarDay;
  },
  today: CalendarDay,
): readonly CalendarDay[] {
  const latest = addDays(dayOf(check.appointmentStart), EMPLOYEE_MOVE.laterDays[check.checkTiming]);
  const last = latest < check.incapacityEndDate ? latest : check.incapacityEndDate;
  const days: CalendarDay[] = [];
  for (let day = today > check.incapacityStartDate ? today : check.incapacityStartDate; day <= last; day = addDays(day, 1)) days.push(day);
  return days;
}

/** Whether an appointment can be moved to `start`: another time, with enough notice. */
export const isReachable = (start: Date, appointmentStart: Date, now: Date): boolean =>
  start.getTime() !== appointmentStart.getTime() && wakingMinutes(now, start) >= EMPLOYEE_MOVE.noticeMinutes;
