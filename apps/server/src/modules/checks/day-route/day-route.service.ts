import { type Way, waysOf } from '@checkwell/domain/check/times/day-route';
import { dayOf } from '@checkwell/domain/clock';
import { type Actor, reachOf } from '@checkwell/domain/policy';
import type { Database } from '../../../platform/db/database.ts';
import { findPractice } from '../steps/checks-held.repository.ts';
import * as repository from './day-route.repository.ts';

export interface DayRouteService {
  /** The estimated ways to these appointments of the doctor who asks, by id; nothing for anybody else. */
  ways(actor: Actor, appointments: readonly { readonly appointmentStart: Date }[]): Promise<ReadonlyMap<string, Way>>;
}

/** The days of a doctor on the road. */
export function createDayRouteService({ db }: { readonly db: Database }): DayRouteService {
  return {
    async ways(actor, appointments) {
      const reach = reachOf(actor, 'check.visit');
      const days = appointments.map(({ appointmentStart }) => dayOf(appointmentStart)).toSorted();
      const [first, last] = [days.at(0), days.at(-1)];
      if (reach.kind !== 'doctor' || first === undefined || last === undefined) return new Map();
      const { doctorId } = reach;
      return db.as(
        actor,
        async (tx) => {
          const practice = await findPractice(tx, doctorId);
          return practice === null ? new Map() : waysOf(practice, await repository.findStops(tx, doctorId, first, last));
        },
        { readonly: true },
      );
    },
  };
}
