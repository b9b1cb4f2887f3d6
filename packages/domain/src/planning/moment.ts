import type { CertificateType, IncapacityType } from '../certificate/enums.ts';
import { addDays, type CalendarDay, dayOf, daysBetween, lengthInDays } from '../clock.ts';
import { GUARANTEED_SALARY_DAYS } from '../law/absence-rules.ts';
import { findRule } from '../law/dated.ts';
import { isWeekendOrHoliday } from '../law/holidays.ts';

/**
 * The most suitable moment of a check (dispatch.md 4): the day on which the days of absence that a check is expected to
 * save are most, among the days on which a doctor is free. It knows type, dates and kind of certificate, never the person.
 */

/** Share of workers who are fit again before the end (`share`), and how late in the period that happens (`lateness`, 1: evenly). */
export interface RecoveryCurve {
  readonly share: number;
  readonly lateness: number;
}

/** The default curve, without data; the optimum is then at about 60 % of the period (dispatch.md 4, cold start). */
const COLD_START: RecoveryCurve = { share: 0.5, lateness: 1.6 };
const LATENESS_BY_TYPE: Partial<Record<IncapacityType, number>> = {
  SurgicalIntervention: 3,
  WorkAccident: 2.2,
  PrivateAccident: 2.2,
  AccidentOnTheWayToWork: 2.2,
};
const SHARE_BY_CERTIFICATE: Partial<Record<CertificateType, number>> = { Prolongation: 0.4 };

export const MOMENT = {
  /** Days of absence that must remain after an optimised check: arbitration alone takes longer (dispatch.md 1). */
  daysLeft: 2,
  /** Weight of a day after the guaranteed salary, relative to one within it (dispatch.md 4). */
  unpaidDayWorth: 0.3,
  /** Assumed chance that one free doctor nearby takes the check (dispatch.md 1, invented acceptance model). */
  acceptance: 0.5,
  /** Forecast horizon in days: agendas further ahead are still empty. */
  horizonDays: 31,
} as const;

/** The facts on which a curve depends. */
export interface RecoveryFacts {
  readonly incapacityType: IncapacityType;
  readonly certificateType: CertificateType;
}

/** The default curve for such an absence, before data of similar checks are available. */
export function priorCurve({ incapacityType, certificateType }: RecoveryFacts): RecoveryCurve {
  return {
    share: SHARE_BY_CERTIFICATE[certificateType] ?? COLD_START.share,
    lateness: LATENESS_BY_TYPE[incapacityType] ?? COLD_START.lateness,
  };
}

/** The probability of being fit by the end of `day`, a day of the period; 0 to `share`. */
export function chanceFit({ share, lateness }: RecoveryCurve, period: AbsencePeriod, day: CalendarDay): number {
  const elapsed = lengthInDays(period.startDate, day) / lengthInDays(period.startDate, period.endDate);
  return share * Math.min(1, Math.max(0, elapsed)) ** lateness;
}

export interface AbsencePeriod {
  readonly startDate: CalendarDay;
  readonly endDate: CalendarDay;
}

/**
 * Working days (Monday to Friday, without public holidays: the schedule of most workers) after `day` until the end of the
 * period; those after the guaranteed salary count less.
 */
export function daysWorthSaving(period: AbsencePeriod, day: CalendarDay): number {
  const salaryDays = findRule(GUARANTEED_SALARY_DAYS, period.startDate)?.value ?? 0;
  let worth = 0;
  for (let next = addDays(day, 1); next <= period.endDate; next = addDays(next, 1)) {
    if (isWeekendOrHoliday(next)) continue;
    worth += lengthInDays(period.startDate, next) <= salaryDays ? 1 : MOMENT.unpaidDayWorth;
  }
  return worth;
}

/** Doctors who could see the worker on a day. */
export interface DaySupply {
  readonly day: CalendarDay;
  /** Number of doctors with a free appointment that day. */
  readonly doctors: number;
  /** The earliest of their free appointments. */
  readonly firstSlot: Date | null;
}

export const chanceOfDoctor = (doctors: number): number => 1 - (1 - MOMENT.acceptance) ** doctors;

/** A day with its score; `expected`: the expected number of days of absence that a check on it saves, times the chance of finding a doctor. */
export interface ScoredDay extends DaySupply {
  readonly chanceFit: number;
  readonly daysLeft: number;
  readonly expected: number;
}

/** The days of `supply` inside the period, in order, scored. */
export function scoreDays(curve: RecoveryCurve, period: AbsencePeriod, supply: readonly DaySupply[]): readonly ScoredDay[] {
  return supply
    .filter(({ day }) => period.startDate <= day && day <= period.endDate)
    .map((free) => {
      const fit = chanceFit(curve, period, free.day);
      const daysLeft = daysWorthSaving(period, free.day);
      return { ...free, chanceFit: fit, daysLeft, expected: fit * daysLeft * chanceOfDoctor(free.doctors) };
    });
}

/**
 * Why a moment is proposed. firstFree: an immediate check. mostSuitable: the best day for an optimised check. noBetterDay: an optimised check, but no later
 * day leaves time to act on the result.
 */
export const MOMENT_REASONS = ['firstFree', 'mostSuitable', 'noBetterDay'] as const;
export type MomentReason = (typeof MOMENT_REASONS)[number];

/** The proposed moment of a check. */
export interface MomentForecast {
  /** The first free appointment of any doctor in the period; null: none. */
  readonly earliest: Date | null;
  /** The first free appointment of the best day for this timing; null: none. */
  readonly proposed: Date | null;
  /** Why it is proposed; null: there is none. */
  readonly reason: MomentReason | null;
  /** Doctors who are free on the proposed day. */
  readonly doctors: number;
}

/**
 * Immediate: the first free appointment. Optimised: the best day from the day after the order, with `daysLeft` days still to
 * go; where the period has no such day, the first free appointment as well. Equal days: the earlier one.
 * @param days of `scoreDays`, in order
 */
export function forecastMoment(
  days: readonly ScoredDay[],
  { optimized, period, today }: { readonly optimized: boolean; readonly period: AbsencePeriod; readonly today: CalendarDay },
): MomentForecast {
  const free = days.filter(({ firstSlot }) => firstSlot !== null);
  const first = free[0];
  const admissible = optimized
    ? free.filter(({ day, expected }) => day > today && daysBetween(day, period.endDate) >= MOMENT.daysLeft && expected > 0)
    : [];
  const best = admissible.reduce<ScoredDay | undefined>((top, day) => (top && top.expected >= day.expected ? top : day), undefined);
  const proposed = best ?? first;
  if (proposed === undefined) return { earliest: null, proposed: null, reason: null, doctors: 0 };
  const reason = best ? 'mostSuitable' : optimized ? 'noBetterDay' : 'firstFree';
  return { earliest: first?.firstSlot ?? null, proposed: proposed.firstSlot, reason, doctors: proposed.doctors };
}

/** The days of the forecast for a period: from today, or its first day, to its end or the horizon. */
export function forecastDays(period: AbsencePeriod, today: CalendarDay): readonly CalendarDay[] {
  const from = period.startDate > today ? period.startDate : today;
  const horizon = addDays(today, MOMENT.horizonDays);
  const days: CalendarDay[] = [];
  for (let day = from; day <= period.endDate && day <= horizon; day = addDays(day, 1)) days.push(day);
  return days;
}

/** The supply per day, from the free appointments of several doctors. @param slots free appointments of each doctor, in order */
export function supplyOf(days: readonly CalendarDay[], slots: readonly (readonly Date[])[]): readonly DaySupply[] {
  const byDay = new Map<CalendarDay, { doctors: number; firstSlot: Date | null }>(
    days.map((day) => [day, { doctors: 0, firstSlot: null }]),
  );
  for (const ofDoctor of slots) {
    const firsts = new Map<CalendarDay, Date>();
    for (const slot of ofDoctor) if (!firsts.has(dayOf(slot))) firsts.set(dayOf(slot), slot);
    for (const [day, slot] of firsts) {
      const known = byDay.get(day);
      if (!known) continue;
      known.doctors += 1;
      if (known.firstSlot === null || slot < known.firstSlot) known.firstSlot = slot;
    }
  }
  return days.map((day) => ({ day, ...(byDay.get(day) ?? { doctors: 0, firstSlot: null }) }));
}
