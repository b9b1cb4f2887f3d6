import { doctorExclusion } from '@checkwell/domain/check/times/appointment';
import { soonestProposed } from '@checkwell/domain/check/times/told';
import { type CalendarDay, type Clock, dayOf, isCalendarDay } from '@checkwell/domain/clock';
import { WORKER_TRAVEL_KM } from '@checkwell/domain/constants';
import { AppError } from '@checkwell/domain/errors';
import {
  type DaySupply,
  forecastDays,
  forecastMoment,
  type MomentForecast,
  priorCurve,
  type RecoveryFacts,
  type ScoredDay,
  scoreDays,
  supplyOf,
} from '@checkwell/domain/planning/moment';
import { type Busy, bestChoice, freeSlots, type Placeable, type RankedDoctor, rankDoctors } from '@checkwell/domain/planning/ranking';
import type { Actor } from '@checkwell/domain/policy';
import type { Database, ReadTx, WriteTx } from '../../platform/db/database.ts';
import { fieldErrorAt, reachable } from '../../platform/guard.ts';
import { isId } from '../../platform/ids.ts';
import type { Box, DoctorRecord } from './planning.repository.ts';
import * as repository from './planning.repository.ts';

export type { DoctorRecord } from './planning.repository.ts';

export interface PlanningService {
  /**
   * Doctors who can have this check on that day, best first, with the reasons.
   * @throws {AppError} `entity.notFound`; `access.forbidden` for everybody but the planners
   */
  candidates(actor: Actor, checkId: string, day: CalendarDay): Promise<readonly PlannedDoctor[]>;
  /**
   * The days on which this check could take place, and the one that is proposed.
   * @throws {AppError} `entity.notFound`; `access.forbidden` for everybody but the planners
   */
  moments(actor: Actor, checkId: string): Promise<Moments>;
  /**
   * The same of a check that need not exist yet. Users who may order one may know this much of the agendas, and nothing of
   * whose they are.
   */
  forecast(check: Forecastable, optimized: boolean): Promise<Moments>;
  /**
   * Within another service's transaction: the doctors who can have this check on that day, best first; no limit to the list.
   * Empty for a check that is not there.
   */
  rankedOn(tx: ReadTx, checkId: string, day: CalendarDay): Promise<readonly RankedDoctor[]>;
  /**
   * Within another service's transaction: what an appointment needs to know of a doctor, who neither changes nor stops taking missions
   * before it ends.
   */
  lockDoctor(tx: WriteTx, id: string): Promise<DoctorRecord | undefined>;
  /** Within another service's transaction: the same without a lock, to be shown. */
  findDoctor(tx: ReadTx, id: string): Promise<DoctorRecord | undefined>;
  /** Within another service's transaction: what the doctor has planned from the first to the last day, both included. */
  appointmentsOf(tx: ReadTx, doctorId: string, days: readonly [CalendarDay, CalendarDay]): Promise<readonly Busy[]>;
  /**
   * Within another service's transaction: when the doctor has room on these days, earliest first.
   * @param givenUp the beginning of an appointment that would make room
   */
  freeSlotsOf(tx: ReadTx, doctor: DoctorRecord, days: readonly CalendarDay[], givenUp: Date): Promise<readonly Date[]>;
}

export interface PlannedDoctor extends RankedDoctor {
  /** Whether the first free appointment of this doctor is the one proposed for that day. */
  readonly isBest: boolean;
}

/** A check, or an order, as a forecast needs it. */
export type Forecastable = Placeable & RecoveryFacts;

export interface Moments extends MomentForecast {
  /** Whose appointment is proposed; null: nobody is free. For planners alone. */
  readonly proposedDoctorId: string | null;
  /** From today, or the first day of the period, to its end or the horizon of `forecastDays`; in order. */
  readonly days: readonly ScoredDay[];
}

/** A planner reads no longer list. */
export const MAX_CANDIDATES = 30;
/** The most that `maxKm` can be (migration 0001). */
const MAX_HOUSE_KM = 200;

export function createPlanningService({ db, clock }: { readonly db: Database; readonly clock: Clock }): PlanningService {
  /** How many doctors could see the worker on each of these days, and when first. */
  async function supply(check: Placeable, days: readonly CalendarDay[]): Promise<readonly DaySupply[]> {
    const [first] = days;
    const last = days.at(-1);
    if (first === undefined || last === undefined) return [];
    const from = soonestProposed(check.checkLocation, clock.now());
    return db.system('doctors who are free', async (tx) => {
      const doctors = (await repository.findDoctors(tx, check.checkLocation, boxOf(check))).filter(
        (doctor) => doctorExclusion(doctor, check) === null,
      );
      const planned = await repository.findAppointments(
        tx,
        doctors.map(({ id }) => id),
        [first, last],
      );
      const slots = doctors.map((doctor) => {
        const free = { ...doctor, appointments: planned.get(doctor.id) ?? [] };
        return days.flatMap((day) => freeSlots(free, day, from).slice(0, 1));
      });
      return supplyOf(days, slots);
    });
  }

  async function rankedOn(tx: ReadTx, check: Placeable, day: CalendarDay): Promise<readonly RankedDoctor[]> {
    const doctors = await repository.findDoctors(tx, check.checkLocation, boxOf(check));
    const appointments = await repository.findAppointments(
      tx,
      doctors.map(({ id }) => id),
      [day, day],
    );
    const candidates = doctors.map((doctor) => ({ ...doctor, appointments: appointments.get(doctor.id) ?? [] }));
    return rankDoctors(check, candidates, day, soonestProposed(check.checkLocation, clock.now()));
  }

  async function forecast(check: Forecastable, optimized: boolean): Promise<Moments> {
    const today = clock.today();
    const period = { startDate: check.incapacityStartDate, endDate: check.incapacityEndDate };
    const days = scoreDays(priorCurve(check), period, await supply(check, forecastDays(period, today)));
    const moment = forecastMoment(days, { optimized, period, today });
    if (moment.proposed === null) return { days, ...moment, proposedDoctorId: null };
    // The day is the forecast's; the doctor, and with it the hour, are those that a planner finds on top of that day's list.
    const day = dayOf(moment.proposed);
    const ranked = await db.system('doctors of the proposed day', (tx) => rankedOn(tx, check, day));
    const choice = bestChoice(ranked, optimized);
    return { days, ...moment, proposed: choice?.start ?? moment.proposed, proposedDoctorId: choice?.doctorId ?? null };
  }

  return {
    async candidates(actor, checkId, day) {
      const reach = reachable(actor, 'check.plan');
      if (!isCalendarDay(day)) throw fieldErrorAt('day', 'dateInvalid');
      return db.as(
        actor,
        async (tx) => {
          const check = isId(checkId) ? await repository.findPlaceable(tx, reach, checkId) : undefined;
          if (!check) throw new AppError('entity.notFound');
          const ranked = await rankedOn(tx, check, day);
          const best = bestChoice(ranked, check.checkTiming === 'Optimized');
          const shown = ranked.slice(0, MAX_CANDIDATES);
          // For an immediate check the earliest appointment may belong to a doctor far down the list.
          const first = ranked.find(({ id }) => id === best?.doctorId);
          const listed = first && !shown.includes(first) ? [...shown.slice(0, -1), first] : shown;
          return listed.map((doctor) => ({ ...doctor, isBest: doctor === first }));
        },
        { readonly: true },
      );
    },

    async moments(actor, checkId) {
      const reach = reachable(actor, 'check.plan');
      const check = await db.as(actor, async (tx) => (isId(checkId) ? repository.findPlaceable(tx, reach, checkId) : undefined), {
        readonly: true,
      });
      if (!check) throw new AppError('entity.notFound');
      return forecast(check, check.checkTiming === 'Optimized');
    },

    forecast,
    async rankedOn(tx, checkId, day) {
      const check = await repository.findPlaceable(tx, { kind: 'any' }, checkId);
      return check ? rankedOn(tx, check, day) : [];
    },
    lockDoctor: repository.lockDoctor,
    findDoctor: repository.findDoctor,
    async appointmentsOf(tx, doctorId, days) {
      return (await repository.findAppointments(tx, [doctorId], days)).get(doctorId) ?? [];
    },
    async freeSlotsOf(tx, doctor, days, givenUp) {
      const [first] = days;
      const last = days.at(-1);
      if (first === undefined || last === undefined) return [];
      const planned = (await repository.findAppointments(tx, [doctor.id], [first, last])).get(doctor.id) ?? [];
      const appointments = planned.filter(({ start }) => start.getTime() !== givenUp.getTime());
      return days.flatMap((day) => freeSlots({ ...doctor, appointments }, day, clock.now()));
    },
  };
}

/** Doctors outside are too far by any road: the database leaves them out before anything is computed. */
function boxOf({ checkLocation, latitude, longitude }: Placeable): Box | null {
  if (latitude === null || longitude === null || checkLocation === 'Telecheck' || checkLocation === 'Unknown') return null;
  const km = checkLocation === 'Office' ? WORKER_TRAVEL_KM.max : MAX_HOUSE_KM;
  const kmPerDegree = 111;
  const north = km / kmPerDegree;
  const east = km / (kmPerDegree * Math.max(0.1, Math.cos((latitude * Math.PI) / 180)));
  return { latitude: [latitude - north, latitude + north], longitude: [longitude - east, longitude + east] };
}
