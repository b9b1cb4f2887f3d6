import { doctorFault } from '@checkwell/domain/check/appointment';
import { type CalendarDay, type Clock, isCalendarDay } from '@checkwell/domain/clock';
import { WORKER_TRAVEL_KM } from '@checkwell/domain/constants';
import { AppError } from '@checkwell/domain/errors';
import { type DaySupply, supplyOf } from '@checkwell/domain/planning/moment';
import { freeSlots, type Placeable, type RankedDoctor, rankDoctors } from '@checkwell/domain/planning/ranking';
import type { Actor } from '@checkwell/domain/policy';
import type { Database, ReadTx } from '../../platform/db/database.ts';
import { faultAt, reachable } from '../../platform/guard.ts';
import { isId } from '../../platform/ids.ts';
import type { Box, DoctorRecord } from './planning.repository.ts';
import * as repository from './planning.repository.ts';

export type { DoctorRecord } from './planning.repository.ts';

export interface PlanningService {
  /**
   * Doctors who can have this check on that day, best first, with the reasons.
   * @throws {AppError} `entity.notFound`; `access.forbidden` for everybody but the planners
   */
  candidates(actor: Actor, checkId: string, day: CalendarDay): Promise<readonly RankedDoctor[]>;
  /**
   * How many doctors could see a worker on each day, and when first. Whoever may order a check may know this much of the
   * agendas, and nothing of whose they are.
   * @param days in order
   */
  supply(check: Placeable, days: readonly CalendarDay[]): Promise<readonly DaySupply[]>;
  /** Within another service's transaction: what an appointment needs to know of a doctor. */
  findDoctor(tx: ReadTx, id: string): Promise<DoctorRecord | undefined>;
}

/** A planner reads no longer list. */
const MOST_CANDIDATES = 30;
/** The most that `maxKm` can be (migration 0001). */
const LONGEST_HOUSE_KM = 200;

export function createPlanningService({ db, clock }: { readonly db: Database; readonly clock: Clock }): PlanningService {
  return {
    async candidates(actor, checkId, day) {
      const reach = reachable(actor, 'check.plan');
      if (!isCalendarDay(day)) throw faultAt('day', 'dateInvalid');
      return db.as(
        actor,
        async (tx) => {
          const check = isId(checkId) ? await repository.findPlaceable(tx, reach, checkId) : undefined;
          if (!check) throw new AppError('entity.notFound');
          const doctors = await repository.findDoctors(tx, check.checkLocation, boxOf(check));
          const appointments = await repository.findAppointments(
            tx,
            doctors.map(({ id }) => id),
            [day, day],
          );
          const candidates = doctors.map((doctor) => ({ ...doctor, appointments: appointments.get(doctor.id) ?? [] }));
          return rankDoctors(check, candidates, day, clock.now()).slice(0, MOST_CANDIDATES);
        },
        { readonly: true },
      );
    },

    async supply(check, days) {
      const [first] = days;
      const last = days.at(-1);
      if (first === undefined || last === undefined) return [];
      const now = clock.now();
      return db.system('doctors who are free', async (tx) => {
        const doctors = (await repository.findDoctors(tx, check.checkLocation, boxOf(check))).filter(
          (doctor) => doctorFault(doctor, check) === null,
        );
        const planned = await repository.findAppointments(
          tx,
          doctors.map(({ id }) => id),
          [first, last],
        );
        const slots = doctors.map((doctor) => {
          const free = { availabilities: doctor.availabilities, appointments: planned.get(doctor.id) ?? [] };
          return days.flatMap((day) => freeSlots(free, day, now).slice(0, 1));
        });
        return supplyOf(days, slots);
      });
    },

    findDoctor: repository.findDoctor,
  };
}

/** Doctors outside are too far by any road: the database leaves them out before anything is computed. */
function boxOf({ checkLocation, latitude, longitude }: Placeable): Box | null {
  if (latitude === null || longitude === null || checkLocation === 'Telecheck' || checkLocation === 'Unknown') return null;
  const km = checkLocation === 'Office' ? WORKER_TRAVEL_KM.most : LONGEST_HOUSE_KM;
  const kmPerDegree = 111;
  const north = km / kmPerDegree;
  const east = km / (kmPerDegree * Math.max(0.1, Math.cos((latitude * Math.PI) / 180)));
  return { latitude: [latitude - north, latitude + north], longitude: [longitude - east, longitude + east] };
}
