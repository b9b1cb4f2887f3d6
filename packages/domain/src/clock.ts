/**
 * Time comes in from outside, so that a rule gives the same answer in a test and in production.
 * Instants are `Date`; calendar days are `YYYY-MM-DD` strings in Belgian civil time.
 */
export interface Clock {
  now(): Date;
  /** The current day in Belgium. */
  today(): CalendarDay;
}

/** A calendar day, `YYYY-MM-DD`, Europe/Brussels. */
export type CalendarDay = string;

export const BELGIAN_TIME_ZONE = 'Europe/Brussels';

const MILLISECONDS_PER_DAY = 86_400_000;

const brusselsParts = new Intl.DateTimeFormat('en-CA', {
  timeZone: BELGIAN_TIME_ZONE,
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});

function partsOf(instant: Date): Record<string, string> {
  return Object.fromEntries(brusselsParts.formatToParts(instant).map(({ type, value }) => [type, value]));
}

/** The Belgian calendar day of an instant. */
export function dayOf(instant: Date): CalendarDay {
  const { year, month, day } = partsOf(instant);
  return `${year}-${month}-${day}`;
}

/** The Belgian wall-clock time of an instant, `HH:MM`. */
export function timeOf(instant: Date): string {
  const { hour, minute } = partsOf(instant);
  return `${hour}:${minute}`;
}

/**
 * The instant at which Belgian clocks show `day` and `time` (`HH:MM`).
 * In the hour that spring skips, the result is the same distance after midnight in winter time;
 * in the hour that autumn repeats, it is the first of the two.
 */
export function instantAt(day: CalendarDay, time: string): Date {
  const asUtc = Date.parse(`${day}T${time}:00Z`);
  for (const offsetHours of [2, 1]) {
    const candidate = new Date(asUtc - offsetHours * 3_600_000);
    if (dayOf(candidate) === day && timeOf(candidate) === time) return candidate;
  }
  return new Date(asUtc - 3_600_000);
}

/** `day` moved by a number of calendar days (negative: earlier). */
export function addDays(day: CalendarDay, days: number): CalendarDay {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * MILLISECONDS_PER_DAY).toISOString().slice(0, 10);
}

/** Calendar days from `from` to `to`; negative when `to` is earlier. */
export function daysBetween(from: CalendarDay, to: CalendarDay): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / MILLISECONDS_PER_DAY);
}

/** Days that a period counts, first and last day included. */
export function lengthInDays(startDate: CalendarDay, endDate: CalendarDay): number {
  return daysBetween(startDate, endDate) + 1;
}

/** 1 (Monday) to 7 (Sunday), as ISO 8601 counts. */
export function isoWeekday(day: CalendarDay): number {
  return new Date(`${day}T00:00:00Z`).getUTCDay() || 7;
}

/** Whether the text is a real calendar day between 1900 and 2199 in the form `YYYY-MM-DD`. */
export function isCalendarDay(text: string): boolean {
  if (!/^(19|20|21)\d\d-\d\d-\d\d$/.test(text)) return false;
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().slice(0, 10) === text;
}
