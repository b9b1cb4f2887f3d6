import { type CalendarDay, daysBetween, lengthInDays } from '@checkwell/domain/clock';
import type { ReadingEngine } from './text.ts';

/** The plausibility gate of what was read from a certificate (dispatch.md 5): measured to let no wrong period through. */
export const READING_GATE = {
  /** A longer period is more likely a misread year or month than a certificate. */
  longestDays: 92,
  /** How far from today the incapacity may have begun, or may begin. */
  fromTodayDays: 75,
  /** How far the signature may lie from the first day. */
  signedDays: 15,
  /** Names of doctors that were cut short or misread came with less than this, right ones nearly always with more. */
  doctorConfidence: 90,
} as const;

/** Why what was read is not proposed. */
export type GateRefusal =
  | 'otherDocument'
  | 'notFound'
  | 'ambiguous'
  | 'endBeforeStart'
  | 'tooLong'
  | 'farFromToday'
  | 'unsigned'
  | 'signedFar'
  | 'signedLater'
  | 'unsure';
export type Gate = 'passed' | GateRefusal;

/**
 * Whether a period that was read may be proposed.
 * @param signedOn null when no date of signature was read: then only text from the PDF itself passes, because in a
 *   picture the second date is what distinguishes print from handwriting
 */
export function gateOf(
  { startDate, endDate }: { readonly startDate: CalendarDay; readonly endDate: CalendarDay },
  signedOn: CalendarDay | 'unreadable' | null,
  today: CalendarDay,
  engine: ReadingEngine,
): Gate {
  if (endDate < startDate) return 'endBeforeStart';
  if (lengthInDays(startDate, endDate) > READING_GATE.longestDays) return 'tooLong';
  if (Math.abs(daysBetween(startDate, today)) > READING_GATE.fromTodayDays) return 'farFromToday';
  if (signedOn === 'unreadable' || (signedOn === null && engine === 'ocr')) return 'unsigned';
  if (signedOn === null) return 'passed';
  if (Math.abs(daysBetween(startDate, signedOn)) > READING_GATE.signedDays) return 'signedFar';
  return signedOn > today ? 'signedLater' : 'passed';
}
