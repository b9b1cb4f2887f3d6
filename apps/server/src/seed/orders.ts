import type { CheckTiming } from '@checkwell/domain/check/enums';
import { addDays, type CalendarDay, dayOf, daysBetween, instantAt, isoWeekday, lengthInDays, timeOf } from '@checkwell/domain/clock';
import { SHORT_PERIOD_DAYS } from '@checkwell/domain/constants';
import { addCheck } from './check-story.ts';
import type { HistoryContext, HistoryRows, Period, SeedEmployee } from './history-types.ts';
import type { Random } from './random.ts';
import { clockTime, minutesAfter, slotOf, workTime } from './times.ts';

/** Which certificates employers order a check on, and when it takes place: shares and lead times of domain.md 3.2. */

/** When an optimised check takes place, as a share of the period. */
const OPTIMUM = { mean: 0.6, deviation: 0.15 } as const;
/** The most days between an order and its optimised check. */
const LONG_DAYS = 14;
/** An immediate check comes about a day after its order. */
const LEAD_TIME = { medianHours: 24, spread: 0.6, minMinutes: 90 } as const;
/** Probability that a proposed moment is accepted, by weekday from Monday on. */
const PLANNED_ON = [0.94, 1, 0.64, 0.46, 0.23, 0.0014, 0.001] as const;
/** Checks begin from 8:00 to 19:00. */
const FIRST_HOUR = 8;
const LAST_HOUR = 18;

/**
 * Factor on the company's share of checked certificates. Longer absences are checked more often, because only they have a most suitable
 * moment (68 % of orders are Optimized). A single day is over before a doctor is found, but employers do check days without a certificate.
 */
export function orderedOftenAs({ startDate, endDate, type }: Period): number {
  const days = lengthInDays(startDate, endDate);
  if (type === 'NoCertif') return 0.75;
  if (days === 1) return 0.3;
  return days <= SHORT_PERIOD_DAYS ? 0.55 : 1.85;
}

/** Adds the check on a period, and a second one after some no-shows. @returns how many were added */
export function addChecks(context: HistoryContext, employee: SeedEmployee, period: Period, rows: HistoryRows): number {
  const { random, now } = context;
  const ordered = instantAt(addDays(period.startDate, orderOffset(random, period)), workTime(random));
  const creationDate = ordered < period.createdAt ? new Date(period.createdAt.getTime() + random.int(2, 90) * 60_000) : ordered;
  if (creationDate > now || dayOf(creationDate) > period.endDate) return 0;
  const short = lengthInDays(period.startDate, period.endDate) <= SHORT_PERIOD_DAYS;
  const timing = short || random.chance(0.13) ? 'Immediate' : 'Optimized';
  const planned = momentOf(random, period, timing, creationDate);
  if (planned === null) return 0;
  const first = addCheck(context, employee, period, rows, {
    creationDate,
    planned,
    timing,
    location: period.authorizedExit
      ? random.weighted({ Office: 95, House: 1.5, Telecheck: 3.5 })
      : random.weighted({ House: 91, Telecheck: 9 }),
    parentCheckId: null,
  });
  if (!first.missedAt || !random.chance(0.6)) return 1;
  const again = minutesAfter(first.missedAt, random.int(30, 240));
  if (again > now || dayOf(again) >= period.endDate) return 1;
  const secondPlanned = momentOf(random, period, 'Immediate', again);
  if (secondPlanned === null) return 1;
  addCheck(context, employee, period, rows, {
    creationDate: again,
    planned: secondPlanned,
    timing: 'Immediate',
    location: 'Office',
    parentCheckId: first.id,
  });
  return 2;
}

/** Days from the start of the absence to the order: at once for most; for a long absence, some days before the check. */
function orderOffset(random: Random, { startDate, endDate, type }: Period): number {
  if (type === 'NoCertif') return 0;
  const length = lengthInDays(startDate, endDate);
  const soon = random.chance(0.75) ? 0 : 1;
  return length <= LONG_DAYS ? soon : Math.max(soon, Math.round(OPTIMUM.mean * length) - random.int(3, 12));
}

/** Moments to try. If none is accepted, no check is ordered. */
const MAX_TRIES = 25;

/** The slot in which the check takes place: Immediate after about a day, Optimized at about 60 % of the period; null: none is accepted. */
function momentOf(random: Random, period: Period, timing: CheckTiming, ordered: Date): Date | null {
  const soonest = minutesAfter(ordered, LEAD_TIME.minMinutes);
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const wanted = timing === 'Optimized' ? optimizedMoment(random, period, ordered) : immediateMoment(random, period, ordered);
    if (wanted === null || wanted < soonest || dayOf(wanted) > period.endDate) continue;
    if (random.chance(PLANNED_ON[isoWeekday(dayOf(wanted)) - 1] ?? 0)) return slotOf(wanted);
  }
  return null;
}

/** Never on the day of the order, and never on the last day, because no absence could be saved then. */
function optimizedMoment(random: Random, { startDate, endDate }: Period, ordered: Date): Date | null {
  const length = lengthInDays(startDate, endDate);
  const offset = Math.floor(random.normal(OPTIMUM.mean, OPTIMUM.deviation) * length);
  const day = addDays(startDate, offset);
  const ahead = daysBetween(dayOf(ordered), day);
  if (offset > length - 2 || ahead < 1 || ahead > LONG_DAYS) return null;
  return instantAt(day, timeOfCheck(random));
}

function immediateMoment(random: Random, { endDate }: Period, ordered: Date): Date {
  // An order on the last day leaves only the same day.
  if (dayOf(ordered) === endDate) return instantAt(endDate, timeOfCheck(random));
  const wanted = minutesAfter(ordered, 60 * Math.exp(random.normal(Math.log(LEAD_TIME.medianHours), LEAD_TIME.spread)));
  return withinHours(random, wanted);
}

const timeOfCheck = (random: Random): string => clockTime(random.int(FIRST_HOUR, LAST_HOUR), random.pick([0, 20, 40]));

/** Moves a moment at night to the next morning. */
function withinHours(random: Random, wanted: Date): Date {
  const day: CalendarDay = dayOf(wanted);
  const hour = Number(timeOf(wanted).slice(0, 2));
  if (hour >= FIRST_HOUR && hour <= LAST_HOUR) return wanted;
  return instantAt(hour < FIRST_HOUR ? day : addDays(day, 1), clockTime(FIRST_HOUR + random.int(0, 1), random.pick([0, 20, 40])));
}
