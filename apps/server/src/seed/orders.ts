import type { CheckTiming } from '@checkwell/domain/check/enums';
import { addDays, type CalendarDay, dayOf, daysBetween, instantAt, isoWeekday, lengthInDays, timeOf } from '@checkwell/domain/clock';
import { SHORT_PERIOD_DAYS } from '@checkwell/domain/constants';
import { addCheck } from './check-story.ts';
import type { HistoryContext, HistoryRows, Period, SeedEmployee } from './history-types.ts';
import type { Random } from './random.ts';
import { clockTime, minutesAfter, slotOf, workTime } from './times.ts';

/** Which certificates employers have checked, and when: shares and lead times of domain.md 3.2. */

/** Where in the period an optimised check lies on average, how much that varies, and how many days ahead it is planned at most. */
const OPTIMUM = { mean: 0.6, deviation: 0.15 } as const;
const LONG_DAYS = 14;
/** An immediate check comes about a day after its order. */
const LEAD = { medianHours: 24, spread: 0.6, leastMinutes: 90 } as const;
/** How readily a check is planned on each weekday, Monday first. */
const PLANNED_ON = [0.94, 1, 0.64, 0.46, 0.23, 0.0014, 0.001] as const;
/** Checks begin from 8 to about 18 o'clock. */
const FIRST_HOUR = 8;
const LAST_HOUR = 18;

/**
 * How often a certificate is checked, against others: longer absences more, as the most suitable moment only exists there (68 % of
 * orders are Optimized); a single day is over before a doctor is found, but for those without certificate, whom employers look at.
 */
export function orderedOftenAs({ startDate, endDate, type }: Period): number {
  const days = lengthInDays(startDate, endDate);
  if (type === 'NoCertif') return 0.75;
  if (days === 1) return 0.3;
  return days <= SHORT_PERIOD_DAYS ? 0.55 : 1.85;
}

/** Adds the check on a period, and the second one after some no-shows; answers how many came about. */
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

/** Days after the start on which the order comes: at once for most; a long absence is checked later, and ordered when that day is near. */
function orderOffset(random: Random, { startDate, endDate, type }: Period): number {
  if (type === 'NoCertif') return 0;
  const length = lengthInDays(startDate, endDate);
  const soon = random.chance(0.75) ? 0 : 1;
  return length <= LONG_DAYS ? soon : Math.max(soon, Math.round(OPTIMUM.mean * length) - random.int(3, 12));
}

/** So many moments are looked at before nobody has time for the check, and it is not ordered. */
const TRIES = 25;

/** When the check is (to be) done, a slot of an agenda: Immediate after about a day, Optimized at about 60 % of the period. */
function momentOf(random: Random, period: Period, timing: CheckTiming, ordered: Date): Date | null {
  const soonest = minutesAfter(ordered, LEAD.leastMinutes);
  for (let tries = 0; tries < TRIES; tries += 1) {
    const wanted = timing === 'Optimized' ? optimizedMoment(random, period, ordered) : immediateMoment(random, period, ordered);
    if (wanted === null || wanted < soonest || dayOf(wanted) > period.endDate) continue;
    if (random.chance(PLANNED_ON[isoWeekday(dayOf(wanted)) - 1] ?? 0)) return slotOf(wanted);
  }
  return null;
}

/** Not on the day of the order, and not on the last day, which leaves nothing to save. */
function optimizedMoment(random: Random, { startDate, endDate }: Period, ordered: Date): Date | null {
  const length = lengthInDays(startDate, endDate);
  const offset = Math.floor(random.normal(OPTIMUM.mean, OPTIMUM.deviation) * length);
  const day = addDays(startDate, offset);
  const ahead = daysBetween(dayOf(ordered), day);
  if (offset > length - 2 || ahead < 1 || ahead > LONG_DAYS) return null;
  return instantAt(day, timeOfCheck(random));
}

function immediateMoment(random: Random, { endDate }: Period, ordered: Date): Date {
  // On the last day there is only the rest of it.
  if (dayOf(ordered) === endDate) return instantAt(endDate, timeOfCheck(random));
  const wanted = minutesAfter(ordered, 60 * Math.exp(random.normal(Math.log(LEAD.medianHours), LEAD.spread)));
  return withinHours(random, wanted);
}

const timeOfCheck = (random: Random): string => clockTime(random.int(FIRST_HOUR, LAST_HOUR), random.pick([0, 20, 40]));

/** What falls into the night is done on the next morning. */
function withinHours(random: Random, wanted: Date): Date {
  const day: CalendarDay = dayOf(wanted);
  const hour = Number(timeOf(wanted).slice(0, 2));
  if (hour >= FIRST_HOUR && hour <= LAST_HOUR) return wanted;
  return instantAt(hour < FIRST_HOUR ? day : addDays(day, 1), clockTime(FIRST_HOUR + random.int(0, 1), random.pick([0, 20, 40])));
}
