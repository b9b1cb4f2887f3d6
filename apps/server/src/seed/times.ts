import { APPOINTMENT_MINUTES } from '@checkwell/domain/constants';
import type { Random } from './random.ts';

export const minutesAfter = (at: Date, minutes: number): Date => new Date(at.getTime() + minutes * 60_000);
export const earliest = (a: Date, b: Date): Date => (a < b ? a : b);
export const latest = (a: Date, b: Date): Date => (a > b ? a : b);

const twoDigits = (value: number): string => String(value).padStart(2, '0');
export const clockTime = (hours: number, minutes: number): string => `${twoDigits(hours)}:${twoDigits(minutes)}`;
/** A random time of day at which office staff enter data. */
export const workTime = (random: Random): string => clockTime(random.int(7, 16), random.int(0, 59));

/** The next start of a 20-minute slot; slots keep appointments from overlapping. */
export function slotOf(at: Date): Date {
  const slot = APPOINTMENT_MINUTES.default * 60_000;
  return new Date(Math.ceil(at.getTime() / slot) * slot);
}
