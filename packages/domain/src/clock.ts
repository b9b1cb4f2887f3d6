/**
 * Source of the current time, injected so that rules can be tested.
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

const MILLISECONDS_PER_HOUR = 3_600_000;
export const MILLISECONDS_PER_DAY = 86_400_000;

let brusselsParts: Intl.DateTimeFormat | undefined;

function partsAt(instant: Date): readonly Intl.DateTimeFormatPart[] {
  // Created lazily: it takes a browser several milliseconds, and the sign-in page shows no date.
  brusselsParts ??= new Intl.DateTimeFormat('en-CA', {
    timeZone: BELGIAN_TIME_ZONE,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  return brusselsParts.formatToParts(instant);
}

/** Cache of the offset of Belgian time to UTC in minutes, by hour since 1970: offsets change on full hours, and computing one is slow. */
const offsets = new Map<number, number>();
const MAX_OFFSETS = 50_000;

function offsetAt(instant: Date): number {
  const hour = Math.floor(instant.getTime() / MILLISECONDS_PER_HOUR);
  const known = offsets.get(hour);
  if (known !== undefined) return known;
  const parts = Object.fromEntries(partsAt(instant).map(({ type, value }) => [type, value]));
  const shown = Date.parse(`${parts.year}-${parts.month}-${parts.day}T${parts.hour}:${parts.minute}:00Z`);
  const offset = shown / 60_000 - Math.floor(instant.getTime() / 60_000);
  if (offsets.size >= MAX_OFFSETS) offsets.clear();
  offsets.set(hour, offset);
  return offset;
}

/** The Belgian wall-clock time of an instant, as the UTC fields of the result. */
const shownAt = (instant: Date): Date => new Date(instant.getTime() + offsetAt(instant) * 60_000);

/** The Belgian calendar day of an instant. */
export const dayOf = (instant: Date): CalendarDay => shownAt(instant).toISOString().slice(0, 10);

/** The Belgian wall-clock time of an instant, `HH:MM`. */
export const timeOf = (instant: Date): string => shownAt(instant).toISOString().slice(11, 16);

/** Minutes from midnight to a wall-clock time `HH:MM`. */
export const minutesOfDay = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));

/** The Belgian wall-clock time of an instant with its offset, ISO 8601: `2026-11-21T14:05:00+01:00`. */
export function wallClockOf(instant: Date): string {
  const hours = String(offsetAt(instant) / 60).padStart(2, '0');
  return `${shownAt(instant).toISOString().slice(0, 19)}+${hours}:00`;
}

/** The start of the minute of an instant, for comparison with a time entered without seconds. */
export const startOfMinute = (instant: Date): Date => new Date(Math.floor(instant.getTime() / 60_000) * 60_000);

/**
 * The instant at which Belgian clocks show `day` and `time` (`HH:MM`).
 * In the hour that spring skips, the result is the same distance after midnight in winter time;
 * in the hour that autumn repeats, it is the first of the two.
 */
export function instantAt(day: CalendarDay, time: string): Date {
  const asUtc = Date.parse(`${day}T${time}:00Z`);
  for (const offsetHours of [2, 1]) {
    const candidate = new Date(asUtc - offsetHours * MILLISECONDS_PER_HOUR);
    if (dayOf(candidate) === day && timeOf(candidate) === time) return candidate;
  }
  return new Date(asUtc - MILLISECONDS_PER_HOUR);
}

/** `day` moved by a number of calendar days (negative: earlier). */
export function addDays(day: CalendarDay, days: number): CalendarDay {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * MILLISECONDS_PER_DAY).toISOString().slice(0, 10);
}

/** Calendar days from `from` to `to`; negative when `to` is earlier. */
export function daysBetween(from: CalendarDay, to: CalendarDay): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / MILLISECONDS_PER_DAY);
}

/** Length of a period in days, first and last day included. */
export function lengthInDays(startDate: CalendarDay, endDate: CalendarDay): number {
  return daysBetween(startDate, endDate) + 1;
}

/** Whether the last day is not before the first; true if either is missing. */
export const daysInOrder = (from: CalendarDay | null | undefined, to: CalendarDay | null | undefined): boolean =>
  !from || !to || to >= from;

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
