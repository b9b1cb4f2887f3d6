import type { CheckTiming } from '../check/enums.ts';
import { addDays, type CalendarDay, dayOf, instantAt, timeOf } from '../clock.ts';
import type { RankedDoctor } from '../planning/ranking.ts';
import type { OfferState } from './states.ts';

/**
 * How many doctors are asked at once, and after how many minutes without a yes the next ones: measured with 20,000 simulated checks (dispatch.md 1). To
 * find a doctor within four hours, waves of three succeed in 86 of 100 checks, one doctor after the other in 63; with a day's time both
 * reach 88, and one after the other asks half as many.
 */
export const WAVES = {
  Immediate: { size: 3, minutes: 60 },
  Optimized: { size: 1, minutes: 120 },
} as const satisfies Record<CheckTiming, { readonly size: number; readonly minutes: number }>;

/** Nobody is woken by a message, and nobody's time to answer runs meanwhile (domain.md 4.2: quiet hours 21:00 to 07:00). Belgian time. */
export const WAKING_HOURS = { from: '07:00', to: '21:00' } as const;
/** Minutes from the first waking hour to the last. */
export const WAKING_DAY_MINUTES = 14 * 60;

/** Nobody is asked any more when an appointment begins within this many minutes: a planner takes over (domain.md 4.3: at T-3 h). */
export const LAST_ASKED_MINUTES = 180;

/**
 * Waking minutes to answer that a proposed appointment leaves, where the doctor has such a one. Measured (docs/decisions/0058): two hours
 * find a doctor for 86 of 100 immediate checks within four hours, where the first free appointment finds 81 and one hour finds 83.
 */
export const ROOM_TO_ANSWER_MINUTES = 120;

/** Waking minutes within which an immediate check should find its doctor (dispatch.md 1); after them planners hear that it has not. */
export const FOUND_WITHIN_MINUTES = 240;

const MS_PER_MINUTE = 60_000;
const openingOf = (day: CalendarDay): Date => instantAt(day, WAKING_HOURS.from);
const closingOf = (day: CalendarDay): Date => instantAt(day, WAKING_HOURS.to);

/** When a message that is written now may be sent: at once in waking hours, else when the next ones begin. */
export function sendableAt(now: Date): Date {
  const day = dayOf(now);
  const time = timeOf(now);
  if (time < WAKING_HOURS.from) return openingOf(day);
  return time < WAKING_HOURS.to ? now : openingOf(addDays(day, 1));
}

/**
 * Whether a mail about a check that is caused now leaves in the quiet hours too (domain.md 4.2): only where whoever reads it in the morning would have
 * less time than planning itself leaves a doctor.
 * @param concernsFrom when the earliest appointment begins that it changes, for doctors; null: nobody sets out because of it, as for an appointment that is over
 */
export function mailUrgency(now: Date, concernsFrom: Date | null): 'waking' | 'atOnce' {
  if (concernsFrom === null || concernsFrom <= now) return 'waking';
  return concernsFrom.getTime() - sendableAt(now).getTime() < LAST_ASKED_MINUTES * 60_000 ? 'atOnce' : 'waking';
}

/** Minutes between two instants that fall into waking hours, not rounded; 0 when `to` is not after `from`. */
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

/** Until when an offer can be accepted. A late yes is as good as an early one while nobody else has said it. */
export const answerableUntil = (appointmentStart: Date): Date => new Date(appointmentStart.getTime() - LAST_ASKED_MINUTES * MS_PER_MINUTE);

/**
 * By when a doctor is asked to answer: nobody is asked for an hour of the night, so it is the end of the evening before, although a yes counts until the
 * real end.
 * @param now where somebody reads it now: once that evening is over, the real end is all that is left to say
 */
export function askedUntil(answerableUntil: Date, now?: Date): Date {
  const time = timeOf(answerableUntil);
  if (time >= WAKING_HOURS.from && time <= WAKING_HOURS.to) return answerableUntil;
  const day = dayOf(answerableUntil);
  const evening = closingOf(time < WAKING_HOURS.from ? addDays(day, -1) : day);
  return now && now >= evening ? answerableUntil : evening;
}

/**
 * When the next doctors are asked if none of a wave has accepted: after its minutes in waking hours, and at the latest when its offers run
 * out. null: it is too late to ask anybody.
 */
export function waveEnds(sentAt: Date, appointmentStart: Date, checkTiming: CheckTiming): Date | null {
  const latest = answerableUntil(appointmentStart);
  if (sendableAt(sentAt) >= latest) return null;
  const end = afterWakingMinutes(sentAt, WAVES[checkTiming].minutes);
  return end < latest ? end : latest;
}

/** What earlier offers say about how likely a doctor is to accept. */
export interface AnswerHistory {
  /** Offers that were answered or ran out. */
  readonly asked: number;
  readonly accepted: number;
}

/**
 * The chance that a doctor accepts: the share of earlier offers, drawn towards one half while there are few of them (four imaginary ones,
 * two accepted).
 */
export const acceptanceChance = ({ asked, accepted }: AnswerHistory): number => (accepted + 2) / (asked + 4);

/** A doctor who may be asked, and when. */
export interface Askable {
  readonly doctorId: string;
  readonly start: Date;
  /** 0 to 1. */
  readonly chance: number;
  readonly distanceKm: number | null;
  readonly travelMinutes: number | null;
}

/** About the worst value of a doctor with a free appointment, euro: what is above it counts, times the chance. */
const FLOOR = -60;

const hasRoomToAnswer = (start: Date, now: Date): boolean => wakingMinutes(now, answerableUntil(start)) >= ROOM_TO_ANSWER_MINUTES;

/**
 * The free appointment that a doctor is asked for: the first that leaves `ROOM_TO_ANSWER_MINUTES`, else the first that leaves any time.
 * undefined: it is too late for all of them.
 */
export function momentToAsk(
  freeSlots: readonly Date[],
  { checkTiming, now }: { readonly checkTiming: CheckTiming; readonly now: Date },
): Date | undefined {
  const inTime = freeSlots.filter((start) => waveEnds(now, start, checkTiming) !== null);
  return inTime.find((start) => hasRoomToAnswer(start, now)) ?? inTime[0];
}

/** Days in the order in which doctors are sought on them: the proposed one and those after it, then those before it, the latest first. */
export const daysToAsk = (days: readonly CalendarDay[], proposed: CalendarDay): readonly CalendarDay[] => [
  ...days.filter((day) => day >= proposed),
  ...days.filter((day) => day < proposed).toReversed(),
];

/**
 * Who is asked next: doctors with a free appointment who were not asked yet, by value times chance (dispatch.md 1).
 * @param ranked doctors of a day, with their values
 * @param histories by doctor; without one a doctor counts as new
 * @param asked doctors who were asked about this check already
 * @param withRoom only about appointments that leave `ROOM_TO_ANSWER_MINUTES`
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
 * @param offers states of all offers of the search
 * @param waveOver whether the time of the last wave has run out
 */
export function searchStep(offers: readonly OfferState[], waveOver: boolean): SearchStep {
  if (offers.includes('Accepted')) return 'end';
  // Once all have said something else than yes, nobody waits for the clock. Who proposes another moment waits for a planner; meanwhile
  // others are asked.
  return offers.includes('Open') && !waveOver ? 'wait' : 'ask';
}
