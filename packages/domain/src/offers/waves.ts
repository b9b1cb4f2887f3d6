import type { CheckTiming } from '../check/enums.ts';
import { addDays, type CalendarDay, dayOf, instantAt, timeOf } from '../clock.ts';
import type { RankedDoctor } from '../planning/ranking.ts';
import type { OfferState } from './states.ts';

/**
 * How many doctors are asked at once, and after how many minutes without acceptance the next ones; measured with 20,000 simulated checks (dispatch.md 1).
 * Within four hours, waves of three find a doctor for 86 of 100 checks, single doctors for 63; within a day both reach 88, and single doctors need half as
 * many offers.
 */
export const WAVES = {
  Immediate: { size: 3, minutes: 60 },
  Optimized: { size: 1, minutes: 120 },
} as const satisfies Record<CheckTiming, { readonly size: number; readonly minutes: number }>;

/** Outside these hours no messages are sent, and the time to answer does not run (domain.md 4.2: quiet hours 21:00 to 07:00). Belgian time. */
export const WAKING_HOURS = { from: '07:00', to: '21:00' } as const;
/** Minutes from the first waking hour to the last. */
export const WAKING_DAY_MINUTES = 14 * 60;

/** No doctor is asked within so many minutes before an appointment: a planner takes over (domain.md 4.3: at T-3 h). */
export const LAST_ASKED_MINUTES = 180;

/**
 * Waking minutes to answer that an offered appointment should leave, if the doctor has such a one. Measured (docs/decisions/0058): within four hours, two
 * hours to answer find a doctor for 86 of 100 immediate checks, one hour for 83, and the first free appointment for 81.
 */
export const ROOM_TO_ANSWER_MINUTES = 120;

/** Waking minutes within which a doctor should be found for an immediate check (dispatch.md 1); after that planners are notified. */
export const FOUND_WITHIN_MINUTES = 240;

const MS_PER_MINUTE = 60_000;
const openingOf = (day: CalendarDay): Date => instantAt(day, WAKING_HOURS.from);
const closingOf = (day: CalendarDay): Date => instantAt(day, WAKING_HOURS.to);

/** The end of the quiet hours that are now, or come next: what could not be sent by day is sent then. */
export function nextMorning(now: Date): Date {
  const day = dayOf(now);
  return openingOf(timeOf(now) < WAKING_HOURS.from ? day : addDays(day, 1));
}

/** When a message can be sent: now in waking hours, otherwise at the start of the next ones. */
export function sendableAt(now: Date): Date {
  const time = timeOf(now);
  return time >= WAKING_HOURS.from && time < WAKING_HOURS.to ? now : nextMorning(now);
}

/**
 * Whether a mail about a check is sent in the quiet hours too (domain.md 4.2): only if a doctor who reads it in the morning would have less time than
 * planning leaves a doctor. By day it is sent at once either way; this says whether one that cannot be sent before 21:00 waits for the morning.
 * @param concernsFrom start of the earliest affected appointment, for doctors; null: no appointment is affected
 */
export function mailUrgency(now: Date, concernsFrom: Date | null): 'waking' | 'atOnce' {
  if (concernsFrom === null || concernsFrom <= now) return 'waking';
  return concernsFrom.getTime() - nextMorning(now).getTime() < LAST_ASKED_MINUTES * 60_000 ? 'atOnce' : 'waking';
}

/** Waking minutes between two instants, not rounded; 0 if `to` is not after `from`. */
export function wakingMinutes(from: Date, to: Date): number {
  let sum = 0;
  for (let day = dayOf(from); day <= dayOf(to); day = addDays(day, 1)) {
    const begin = Math.max(from.getTime(), openingOf(day).getTime());
    const end = Math.min(to.getTime(), closingOf(day).getTime());
    sum += Math.max(0, end - begin);
  }
  return sum / MS_PER_MINUTE;
}

/** The first instant that is so many waking minutes after `from`. @param minutes more than 0 */
export function afterWakingMinutes(from: Date, minutes: number): Date {
  let left = minutes * MS_PER_MINUTE;
  for (let day = dayOf(from); ; day = addDays(day, 1)) {
    const begin = Math.max(from.getTime(), openingOf(day).getTime());
    const room = Math.max(0, closingOf(day).getTime() - begin);
    if (left <= room) return new Date(begin + left);
    left -= room;
  }
}

/** The last instant that is so many waking minutes before `until`. @param minutes more than 0 */
export function beforeWakingMinutes(until: Date, minutes: number): Date {
  let left = minutes * MS_PER_MINUTE;
  for (let day = dayOf(until); ; day = addDays(day, -1)) {
    const end = Math.min(until.getTime(), closingOf(day).getTime());
    const room = Math.max(0, end - openingOf(day).getTime());
    if (left <= room) return new Date(end - left);
    left -= room;
  }
}

/** Until when an offer can be accepted, if no other doctor accepts before. */
export const answerableUntil = (appointmentStart: Date): Date => new Date(appointmentStart.getTime() - LAST_ASKED_MINUTES * MS_PER_MINUTE);

/**
 * The time by which a doctor is asked to answer, as shown: if offers end at night, the end of the evening before, although they can be accepted until
 * then.
 * @param now the time of reading: after that evening, the real end is shown
 */
export function askedUntil(answerableUntil: Date, now?: Date): Date {
  const time = timeOf(answerableUntil);
  if (time >= WAKING_HOURS.from && time <= WAKING_HOURS.to) return answerableUntil;
  const day = dayOf(answerableUntil);
  const evening = closingOf(time < WAKING_HOURS.from ? addDays(day, -1) : day);
  return now && now >= evening ? answerableUntil : evening;
}

/**
 * When the next doctors are asked if none of a wave has accepted: after its waking minutes, and at the latest when its offers expire; null: it is too late
 * to ask anybody.
 */
export function waveEnds(sentAt: Date, appointmentStart: Date, checkTiming: CheckTiming): Date | null {
  const latest = answerableUntil(appointmentStart);
  if (sendableAt(sentAt) >= latest) return null;
  const end = afterWakingMinutes(sentAt, WAVES[checkTiming].minutes);
  return end < latest ? end : latest;
}

/** Earlier offers to a doctor. */
export interface AnswerHistory {
  /** Offers that were answered or ran out. */
  readonly asked: number;
  readonly accepted: number;
}

/**
 * The estimated probability, 0 to 1, that a doctor accepts: the share of accepted offers, smoothed by four imaginary offers of which two were accepted.
 */
export const acceptanceChance = ({ asked, accepted }: AnswerHistory): number => (accepted + 2) / (asked + 4);

/** A doctor who can be asked, and for which appointment. */
export interface Askable {
  readonly doctorId: string;
  readonly start: Date;
  /** 0 to 1. */
  readonly chance: number;
  readonly distanceKm: number | null;
  readonly travelMinutes: number | null;
}

/** About the lowest score of a doctor with a free appointment, in euro; scores are measured from here before they are multiplied by the chance. */
const FLOOR = -60;

const hasRoomToAnswer = (start: Date, now: Date): boolean => wakingMinutes(now, answerableUntil(start)) >= ROOM_TO_ANSWER_MINUTES;

/**
 * The free appointment that a doctor is offered: the first that leaves `ROOM_TO_ANSWER_MINUTES`, otherwise the first that leaves any time to answer;
 * undefined: it is too late for all of them.
 */
export function momentToAsk(
  freeSlots: readonly Date[],
  { checkTiming, now }: { readonly checkTiming: CheckTiming; readonly now: Date },
): Date | undefined {
  const inTime = freeSlots.filter((start) => waveEnds(now, start, checkTiming) !== null);
  return inTime.find((start) => hasRoomToAnswer(start, now)) ?? inTime[0];
}

/** The days in the order in which doctors are searched: from the proposed day on, then the earlier days, the latest first. */
export const daysToAsk = (days: readonly CalendarDay[], proposed: CalendarDay): readonly CalendarDay[] => [
  ...days.filter((day) => day >= proposed),
  ...days.filter((day) => day < proposed).toReversed(),
];

/**
 * The doctors to ask next: those with a free appointment who were not asked yet, by score times chance (dispatch.md 1).
 * @param ranked doctors of a day, with their scores
 * @param histories earlier offers by doctor; a doctor without entry counts as new
 * @param asked ids of doctors already asked about this check
 * @param withRoom only appointments that leave `ROOM_TO_ANSWER_MINUTES`
 */
export function nextWave(
  ranked: readonly RankedDoctor[],
  histories: ReadonlyMap<string, AnswerHistory>,
  asked: ReadonlySet<string>,
  { checkTiming, now, withRoom = false }: { readonly checkTiming: CheckTiming; readonly now: Date; readonly withRoom?: boolean },
): readonly Askable[] {
  return ranked
    .flatMap(({ id, freeSlots, score, distanceKm, travelMinutes }) => {
      const start = momentToAsk(freeSlots, { checkTiming, now });
      if (!start || asked.has(id) || (withRoom && !hasRoomToAnswer(start, now))) return [];
      const chance = acceptanceChance(histories.get(id) ?? { asked: 0, accepted: 0 });
      const askable: Askable = { doctorId: id, start, chance, distanceKm, travelMinutes };
      return [{ askable, worth: chance * Math.max(1, score - FLOOR) }];
    })
    .toSorted((a, b) => b.worth - a.worth || (a.askable.doctorId < b.askable.doctorId ? -1 : 1))
    .slice(0, WAVES[checkTiming].size)
    .map(({ askable }) => askable);
}

/** What a search does next. */
export type SearchStep = 'wait' | 'ask' | 'end';

/**
 * The next step of a search.
 * @param offers states of all offers of the search
 * @param waveOver whether the time of the last wave has run out
 */
export function searchStep(offers: readonly OfferState[], waveOver: boolean): SearchStep {
  if (offers.includes('Accepted')) return 'end';
  // Once no offer is open, the next doctors are asked at once, also while a planner decides about a proposed time.
  return offers.includes('Open') && !waveOver ? 'wait' : 'ask';
}
