import type { CalendarDay } from '../clock.ts';

/** The federal flat rate for a kilometre by one's own car. */
export interface KmRate {
  /** The first day that it holds. */
  readonly from: CalendarDay;
  /** Ten-thousandths of a euro: 4449 is 0.4449 €. */
  readonly perKm: number;
}

/**
 * What the federal government pays its own people for a kilometre, by year from 1 July (dispatch.md 1), the latest first: most private employers pay
 * it, since up to it no tax or contribution is due. The government has a rate by quarter too (0.4326 € in the first of 2026); that of the year
 * stays the same for as long as a claim takes, and is the one that agreements refer to. The Belgian Official Gazette publishes a new one each summer: it
 * is added here as a line.
 */
export const FEDERAL_KM_RATES: readonly [KmRate, ...KmRate[]] = [{ from: '2025-07-01', perKm: 4449 }];

/** The rate of a day. Before the next one is known, and before the first, the nearest one that is: whoever shows it says from when it is. */
export function kmRateOn(day: CalendarDay, rates: readonly [KmRate, ...KmRate[]] = FEDERAL_KM_RATES): KmRate {
  return rates.find(({ from }) => from <= day) ?? rates.at(-1) ?? rates[0];
}

/** What so many kilometres are worth, in cents. */
export const kmCents = (km: number, { perKm }: Pick<KmRate, 'perKm'>): number => Math.round((km * perKm) / 100);
