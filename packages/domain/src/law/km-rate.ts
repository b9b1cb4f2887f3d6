import type { CalendarDay } from '../clock.ts';

/** The federal flat rate per kilometre in one's own car. */
export interface KmRate {
  /** The first day of the rate. */
  readonly from: CalendarDay;
  /** Ten-thousandths of a euro: 4449 is 0.4449 €. */
  readonly perKm: number;
}

/**
 * The rate that the federal government pays its staff per kilometre, by year from 1 July (dispatch.md 1), the latest first. Most private employers pay
 * the same, because up to it no tax or contribution is due. There is a quarterly rate too (0.4326 € in the first quarter of 2026); the yearly rate does not
 * change while a claim is processed, and is the one to which agreements refer. The Belgian Official Gazette publishes a new rate each summer, to be added
 * here as the first row.
 */
export const FEDERAL_KM_RATES: readonly [KmRate, ...KmRate[]] = [{ from: '2025-07-01', perKm: 4449 }];

/** The rate on a day. If none is recorded for the day, the nearest one; screens show from when the rate is. */
export function kmRateOn(day: CalendarDay, rates: readonly [KmRate, ...KmRate[]] = FEDERAL_KM_RATES): KmRate {
  return rates.find(({ from }) => from <= day) ?? rates.at(-1) ?? rates[0];
}

/** The amount for a distance, in cents. */
export const kmCents = (km: number, { perKm }: Pick<KmRate, 'perKm'>): number => Math.round((km * perKm) / 100);
