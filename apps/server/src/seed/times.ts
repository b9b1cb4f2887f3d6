import { APPOINTMENT_MINUTES } from '@checkwell/domain/constants';
import type { Random } from './random.ts';

export const minutesAfter = (at: Date, minutes: number): Date => new Date(at.getTime() + minutes * 60_000);
export const earliest = (a: Date, b: Date): Date => (a < b ? a : b);
export const latest = (a: Date, b: Date): Date => (a > b ? a : b);

const twoDigits = (value: number): string => String(value).padStart(2, '0');
export const clockTime = (hours: number, minutes: number): string => `${twoDigits(hours)}:${twoDigits(minutes)}`;
/** When people at an office type. */
export const workTime = (random: Random): string => clockTime(random.int(7, 16), random.int(0, 59));

/** Agenda slots of 20 minutes keep appointments from overlapping. */
export function slotOf(at: Date): Date {
  const slot = APPOINTMENT_MINUTES.default * 60_000;
  return new Date(Math.ceil(at.getTime() / slot) * slot);
}
