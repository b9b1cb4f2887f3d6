import { dayOf } from '../../clock.ts';
import { type GeoPoint, pointOf, roadKm, travelMinutes } from '../../planning/geo.ts';
import type { CheckLocation } from '../enums.ts';
import type { Trip } from './appointment.ts';

/** An appointment of a doctor's day. */
export interface Stop {
  readonly id: string;
  readonly appointmentStart: Date;
  readonly checkLocation: CheckLocation;
  /** The employee's address; null: not located. */
  readonly latitude: number | null;
  readonly longitude: number | null;
}

export const WAY_STARTS = ['Practice', 'StopBefore'] as const;
/** The place from which a trip starts. */
export type WayStart = (typeof WAY_STARTS)[number];

/** An estimated trip of the doctor to an appointment. */
export interface Way extends Trip {
  readonly from: WayStart;
}

/**
 * The trips of a doctor's days, by the id of the appointment to which each leads. The route follows the times of the appointments. A day begins at the
 * practice, which is also the place of appointments there and by video. No entry: no travel, or a place is not known.
 */
export function waysOf(practice: GeoPoint, stops: readonly Stop[]): ReadonlyMap<string, Way> {
  const ways = new Map<string, Way>();
  const days = Map.groupBy(stops, ({ appointmentStart }) => dayOf(appointmentStart));
  for (const day of days.values()) {
    let before: { readonly place: GeoPoint | null; readonly from: WayStart } = { place: practice, from: 'Practice' };
    for (const stop of day.toSorted((a, b) => a.appointmentStart.getTime() - b.appointmentStart.getTime() || (a.id < b.id ? -1 : 1))) {
      const place = placeOf(stop, practice);
      const km = place === null || before.place === null ? 0 : roadKm(before.place, place);
      if (km > 0) ways.set(stop.id, { from: before.from, km, minutes: travelMinutes(km) });
      before = { place, from: place === practice ? 'Practice' : 'StopBefore' };
    }
  }
  return ways;
}

function placeOf(stop: Stop, practice: GeoPoint): GeoPoint | null {
  if (stop.checkLocation === 'Office' || stop.checkLocation === 'Telecheck') return practice;
  return stop.checkLocation === 'Unknown' ? null : pointOf(stop);
}
