import type { CalendarDay } from '../clock.ts';
import { type DatedRule, EMPLOYMENT_CONTRACTS_ACT, EMPLOYMENT_CONTRACTS_ADDRESS, findRule } from './dated.ts';

/** Limits within which an agreement or work rules may require sick workers to be at home for a control doctor. Belgian local times, HH:MM. */
export interface AvailabilityLimits {
  readonly longestHours: number;
  readonly earliest: string;
  readonly latest: string;
}

export const AVAILABILITY_LIMITS: readonly DatedRule<AvailabilityLimits>[] = [
  {
    from: '2014-01-01',
    until: null,
    value: { longestHours: 4, earliest: '07:00', latest: '20:00' },
    source: {
      act: 'employmentContracts',
      law: `${EMPLOYMENT_CONTRACTS_ACT}, as amended by the Act of 26 December 2013`,
      article: 'art. 31, § 3',
      address: EMPLOYMENT_CONTRACTS_ADDRESS,
      commentary:
        'http://www.horval.be/fr/secteurs/horeca/actualites/nouvelle-reglementation-concernant-les-periodes-de-disponibilite-du-travailleur-pour-le-medecin-controleur',
    },
  },
];

/** The limits in force on a day; undefined: the law had no such duty yet. */
export const availabilityLimits = (day: CalendarDay): DatedRule<AvailabilityLimits> | undefined => findRule(AVAILABILITY_LIMITS, day);
