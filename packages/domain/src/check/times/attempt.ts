import * as z from 'zod/mini';
import { addDays, type CalendarDay, dayOf } from '../../clock.ts';
import { TEXT } from '../../constants.ts';
import { holds, type StayAtHomeDuty, windowOn } from '../../law/deadlines/availability-window.ts';
import { type Candidate, freeSlots } from '../../planning/ranking.ts';
import { id, instant, line, type ValidationKey } from '../../validation.ts';
import { type DoctorFacts, doctorFault, type MissionFacts } from './appointment.ts';
import { isInTime } from './told.ts';
import { firstTapOf } from './visit.ts';

/**
 * Nobody at home: what the doctor of a visit says of the attempt, and the card that is left at the door, with an appointment at the practice
 * (domain.md 4.3; docs/decisions/0074).
 */

/** The furthest off that a phone may believe its position to be for it to be kept, metres: it would say nothing. */
export const POSITION_MAX_METRES = 5000;

/** Where the phone was at that moment: degrees, metres. Asked of the phone only then, and only if its owner agrees. */
const positionRule = z.strictObject({
  latitude: z.number().check(z.gte(-90), z.lte(90)),
  longitude: z.number().check(z.gte(-180), z.lte(180)),
  accuracyMetres: z.number().check(z.gte(0), z.lte(POSITION_MAX_METRES)),
});

/**
 * An attempt as the phone sends it. `appointmentStart`: of the visit that it is about. `bell`: which one was rung, and what else there was to
 * see; never anything about health. `photoId`: of a photograph of the card. `cardStart`: the appointment on the card; null: none was left.
 */
export const attemptRule = z.strictObject({
  attemptedAt: instant('examinationRequired'),
  appointmentStart: instant('examinationRequired'),
  bell: line(TEXT.reason, 'bellRequired'),
  position: z.nullable(positionRule),
  photoId: z.nullable(id()),
  cardStart: z.nullable(instant('examinationRequired')),
});
export type AttemptInput = z.output<typeof attemptRule>;

/** A card names one of the first free appointments: the nearer, the better; no more than fit on a phone. */
export const CARD = { days: 7, most: 6 } as const;

/** Why no card can be left; null: it can. Who may not leave home is not summoned anywhere (domain.md 2.1). */
export type CardRefusal = 'exitNotAuthorized' | 'noPractice';

export function cardRefusal(doctor: DoctorFacts, check: MissionFacts): CardRefusal | null {
  if (!check.authorizedExit) return 'exitNotAuthorized';
  return doctorFault(doctor, { ...check, checkLocation: 'Office' }) === null ? null : 'noPractice';
}

/**
 * The appointments at the practice that a card may name, earliest first: within the absence, and so late that whoever finds the card
 * is told in time (`NOTICE.card`).
 * @param at when the card is left
 */
export function cardSlots(
  doctor: Pick<Candidate, 'availabilities' | 'exceptions' | 'appointments'>,
  period: { readonly incapacityEndDate: CalendarDay },
  at: Date,
  now: Date,
): readonly Date[] {
  const slots: Date[] = [];
  const last = addDays(dayOf(at), CARD.days);
  for (let day = dayOf(at); day <= last && day <= period.incapacityEndDate && slots.length < CARD.most; day = addDays(day, 1))
    slots.push(...freeSlots(doctor, day, now).filter((start) => isInTime('card', at, start)));
  return slots.slice(0, CARD.most);
}

/** What is wrong with an attempt at that moment; null: nothing. */
export const attemptFault = (appointmentStart: Date, at: Date): Extract<ValidationKey, 'visitTooEarly'> | null =>
  at <= firstTapOf(appointmentStart) ? 'visitTooEarly' : null;

/**
 * Whether the worker had to be at home then, by the work rules of the company (domain.md 2.1).
 * @returns null: no such duty on that day
 */
export function isWithinDuty(duty: StayAtHomeDuty | null, incapacityStart: CalendarDay, at: Date): boolean | null {
  const window = duty && windowOn(duty, incapacityStart, dayOf(at));
  return window && holds(window, at, at);
}
