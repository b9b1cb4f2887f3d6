import { type CalendarDay, dayOf, isoWeekday, timeOf } from '../clock.ts';

/** Exceptions from a doctor's weekly hours. Absent: no missions. Extra: additional hours on one day. */
export const EXCEPTION_KINDS = ['Absent', 'Extra'] as const;
export type ExceptionKind = (typeof EXCEPTION_KINDS)[number];

export interface HoursException {
  readonly kind: ExceptionKind;
  readonly startsAt: Date;
  /** Exclusive. */
  readonly endsAt: Date;
}

/** Hours of a weekday, Belgian time; 1 = Monday. */
interface WeekdayHours {
  readonly weekday: number;
  readonly fromTime: string;
  readonly toTime: string;
}

/** The hours in which a doctor takes missions. */
export interface WorkingHours {
  readonly availabilities: readonly WeekdayHours[];
  readonly exceptions: readonly HoursException[];
}

/** The periods of hours of a day, before absences are subtracted. */
export const hoursOn = (
  { availabilities, exceptions }: WorkingHours,
  day: CalendarDay,
): readonly { readonly fromTime: string; readonly toTime: string }[] => [
  ...availabilities.filter(({ weekday }) => weekday === isoWeekday(day)),
  ...exceptions
    .filter(({ kind, startsAt }) => kind === 'Extra' && dayOf(startsAt) === day)
    .map(({ startsAt, endsAt }) => ({ fromTime: timeOf(startsAt), toTime: timeOf(endsAt) })),
];

/** Whether the doctor is absent during a part of this time. */
export const isAbsent = ({ exceptions }: Pick<WorkingHours, 'exceptions'>, start: Date, end: Date): boolean =>
  exceptions.some(({ kind, startsAt, endsAt }) => kind === 'Absent' && startsAt < end && start < endsAt);
