import * as z from 'zod/mini';
import { addDays, type CalendarDay, dayOf } from '../../clock.ts';
import { TEXT } from '../../constants.ts';
import { holds, type StayAtHomeDuty, windowOn } from '../../law/deadlines/availability-window.ts';
import { type Candidate, freeSlots } from '../../planning/ranking.ts';
import { id, instant, line, type ValidationKey } from '../../validation.ts';
import { type DoctorFacts, doctorExclusion, type MissionFacts } from './appointment.ts';
import { isInTime } from './told.ts';
import { firstTapOf } from './visit.ts';

/**
 * Nobody at home: the doctor's record of the attempt, and the card left at the door with an appointment at the practice (domain.md 4.3;
 * docs/decisions/0074).
 */

/** The largest accuracy radius with which a position is accepted, in metres; a less accurate one proves nothing. */
export const POSITION_MAX_METRES = 5000;

/** The position of the phone at that moment: degrees, metres. Requested only then, and only if the doctor agrees. */
const positionRule = z.strictObject({
  latitude: z.number().check(z.gte(-90), z.lte(90)),
  longitude: z.number().check(z.gte(-180), z.lte(180)),
  accuracyMetres: z.number().check(z.gte(0), z.lte(POSITION_MAX_METRES)),
});

/**
 * An attempt as the phone sends it. `appointmentStart`: the start of the planned visit. `bell`: which bell was rung, and what else the doctor saw;
 * never anything about health. `photoId`: a photograph of the card. `cardStart`: the appointment on the card; null: no card was left.
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

/** A card offers the first free appointments within so many days, no more than fit on a phone screen. */
export const CARD = { days: 7, max: 6 } as const;

/** Why no card can be left. A worker who may not leave home cannot be invited to a practice (domain.md 2.1). */
export type CardRefusal = 'exitNotAuthorized' | 'noPractice';

/** Why this doctor can leave no card for this check; null: the doctor can. */
export function cardRefusal(doctor: DoctorFacts, check: MissionFacts): CardRefusal | null {
  if (!check.authorizedExit) return 'exitNotAuthorized';
  return doctorExclusion(doctor, { ...check, checkLocation: 'Office' }) === null ? null : 'noPractice';
}

/**
 * The starts of the appointments at the practice that a card may offer, earliest first: within the absence, and late enough for a notice by card to be in
 * time (`NOTICE.card`).
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
  for (let day = dayOf(at); day <= last && day <= period.incapacityEndDate && slots.length < CARD.max; day = addDays(day, 1))
    slots.push(...freeSlots(doctor, day, now).filter((start) => isInTime('card', at, start)));
  return slots.slice(0, CARD.max);
}

/** Why an attempt cannot have been at that time; null: it is possible. */
export const attemptError = (appointmentStart: Date, at: Date): Extract<ValidationKey, 'visitTooEarly'> | null =>
  at <= firstTapOf(appointmentStart) ? 'visitTooEarly' : null;

/**
 * Whether the worker had to be at home at that time, by the work rules of the company (domain.md 2.1).
 * @returns null: no such duty on that day
 */
export function isWithinDuty(duty: StayAtHomeDuty | null, incapacityStart: CalendarDay, at: Date): boolean | null {
  const window = duty && windowOn(duty, incapacityStart, dayOf(at));
  return window && holds(window, at, at);
}
