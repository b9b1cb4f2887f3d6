import type { CheckTiming } from '../packages/domain/src/check/enums.ts';
import { instantAt } from '../packages/domain/src/clock.ts';
import type { OfferState } from '../packages/domain/src/offers/states.ts';
import { type AnswerHistory, type Askable, answerableUntil, nextWave, searchStep, waveEnds } from '../packages/domain/src/offers/waves.ts';
import { travelMinutes } from '../packages/domain/src/planning/geo.ts';
import { RANKING, type RankedDoctor } from '../packages/domain/src/planning/ranking.ts';

/*
 * Simulates how many checks find a doctor with the product's waves of offers, with invented doctors (dispatch.md 1), because nobody has
 * measured how often and how fast real ones answer. It compares policies and forecasts nothing. The probabilities are chosen so that 88 %
 * of checks have a doctor who would accept, and 41 % find one if the nearest are asked one at a time, for two hours each.
 */
const CHECKS = 20_000;
const SENT_AT = '09:00';
const DAY = '2026-11-24';
/** Start of each doctor's last free appointment. */
const LAST_APPOINTMENT = '19:30';
const MS = 60_000;
/** Earlier offers to each doctor, which the product knows. */
const HISTORY = 20;

/** A doctor of the model. */
interface Modelled {
  readonly id: string;
  readonly km: number;
  /** Probability of accepting. */
  readonly yes: number;
  /** Median minutes to any answer. */
  readonly median: number;
  readonly history: AnswerHistory;
  /** Free appointments that day, every half hour from a random moment on: the first may leave no time to answer. */
  readonly freeSlots: readonly Date[];
}

/** The generator Mulberry32: the same numbers in every run. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
const normal = (random: () => number) => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());

const minutesLater = (from: Date, minutes: number): Date => new Date(from.getTime() + minutes * MS);
const minutesToAnswer = ({ median }: Pick<Modelled, 'median'>, random: () => number): number => median * Math.exp(0.8 * normal(random));

function doctorsOf(random: () => number): readonly Modelled[] {
  return Array.from({ length: 3 + Math.floor(random() * 12) }, (_, index) => {
    const doctor = { id: String(index).padStart(2, '0'), km: 2 + 38 * random(), yes: 0.8 * random() ** 2, median: 10 + 80 * random() };
    const accepted = Array.from({ length: HISTORY }, random).filter((value) => value < doctor.yes).length;
    const last = instantAt(DAY, LAST_APPOINTMENT);
    const free = 1 + Math.floor(random() * 18);
    const freeSlots = Array.from({ length: free }, (_, slot) => minutesLater(last, -30 * (free - 1 - slot)));
    return { ...doctor, freeSlots, history: { asked: HISTORY, accepted } };
  });
}

/**
 * Asks doctors until one accepts or `hours` are over.
 * @returns hours until the acceptance (null: nobody accepted), how many were asked, and the kilometres of the doctor who accepted
 */
function search(
  doctors: readonly Modelled[],
  random: () => number,
  timing: CheckTiming,
  hours: number,
  choose: (asked: ReadonlySet<string>, now: Date) => readonly Pick<Askable, 'doctorId' | 'start'>[],
): { readonly found: number | null; readonly asked: number; readonly km: number } {
  const begin = instantAt(DAY, SENT_AT);
  const end = new Date(begin.getTime() + hours * 60 * MS);
  const answers: { doctor: Modelled; at: Date; yes: boolean }[] = [];
  const result = (sought: Date) => {
    const [first] = answers.filter(({ at, yes }) => yes && at <= sought).toSorted((a, b) => a.at.getTime() - b.at.getTime());
    return first && { found: (first.at.getTime() - begin.getTime()) / (60 * MS), asked: answers.length, km: first.doctor.km };
  };
  for (let now = begin; now < end; ) {
    const wave = choose(new Set(answers.map(({ doctor }) => doctor.id)), now);
    const ends = wave.flatMap(({ start }) => waveEnds(now, start, timing)?.getTime() ?? []);
    if (ends.length === 0) break;
    const over = new Date(Math.min(...ends));
    for (const doctor of doctors) {
      const start = wave.find(({ doctorId }) => doctorId === doctor.id)?.start;
      if (!start) continue;
      const answered = minutesLater(now, minutesToAnswer(doctor, random));
      // An answer after the time limit does not count.
      answers.push({ doctor, at: answered, yes: random() < doctor.yes && answered < answerableUntil(start) });
    }
    // The next wave starts when all have declined, or when the time of the wave is over.
    const last = new Date(Math.max(...answers.map(({ at }) => at.getTime())));
    const next =
      searchStep(
        answers.map(({ at }): OfferState => (at <= over ? 'Declined' : 'Open')),
        false,
      ) === 'ask'
        ? last
        : over;
    const found = result(next < end ? next : end);
    if (found) return found;
    now = next;
  }
  return result(end) ?? { found: null, asked: answers.length, km: 0 };
}

const rankedOf = ({ id, km }: Modelled, freeSlots: readonly Date[]): RankedDoctor => ({
  id,
  distanceKm: km,
  travelMinutes: travelMinutes(km),
  speaksLanguage: true,
  offersLocation: true,
  missionsThatDay: 0,
  freeSlots,
  score: RANKING.check - km * RANKING.perKm - travelMinutes(km) * RANKING.perMinute,
  reasons: [],
});

/** The nearest doctor who was not asked yet and has a free appointment. */
function nearestInTime(
  nearest: readonly Modelled[],
  asked: ReadonlySet<string>,
  firstOf: (doctor: Modelled) => Date | undefined,
): readonly Pick<Askable, 'doctorId' | 'start'>[] {
  for (const doctor of nearest) {
    const start = asked.has(doctor.id) ? undefined : firstOf(doctor);
    if (start) return [{ doctorId: doctor.id, start }];
  }
  return [];
}

const POLICIES = [
  'nearest, one at a time',
  'by value and chance, one at a time',
  'waves, for the first free time',
  'as the product asks',
] as const;

/** `npm run bench -- offers`: prints the table of docs/performance.md. */
export async function offers(): Promise<void> {
  const rows = [];
  for (const [hours, timing] of [
    [4, 'Immediate'],
    [9, 'Optimized'],
  ] as const) {
    for (const policy of POLICIES) {
      const random = randomOf(7);
      const results = Array.from({ length: CHECKS }, () => {
        const doctors = doctorsOf(random);
        const histories = new Map(doctors.map(({ id, history }) => [id, history]));
        const nearest = doctors.toSorted((a, b) => a.km - b.km);
        const choose = (asked: ReadonlySet<string>, now: Date) => {
          const firstInTime = ({ freeSlots }: Modelled) => freeSlots.find((slot) => waveEnds(now, slot, timing) !== null);
          if (policy === 'nearest, one at a time') return nearestInTime(nearest, asked, firstInTime);
          const isFirst = policy === 'waves, for the first free time';
          const ranked = doctors.map((doctor) => {
            const first = isFirst ? firstInTime(doctor) : undefined;
            return rankedOf(doctor, isFirst ? (first ? [first] : []) : doctor.freeSlots);
          });
          const options = { checkTiming: timing, now };
          const roomy = nextWave(ranked, histories, asked, { ...options, withRoom: !isFirst });
          const wave = roomy.length > 0 ? roomy : nextWave(ranked, histories, asked, options);
          return policy === 'by value and chance, one at a time' ? wave.slice(0, 1) : wave;
        };
        return search(doctors, random, timing, hours, choose);
      });
      const found = results.filter(({ found: hour }) => hour !== null);
      const mean = (values: readonly number[]) => (values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)).toFixed(1);
      rows.push({
        timing,
        within: `${hours} h`,
        policy,
        found: `${((100 * found.length) / CHECKS).toFixed(0)} %`,
        asked: mean(results.map(({ asked }) => asked)),
        hours: mean(found.map(({ found: hour }) => hour ?? 0)),
        km: mean(found.map(({ km }) => km)),
      });
    }
  }
  console.table(rows);
}
