import { type DatedRule, EMPLOYMENT_CONTRACTS_ACT, EMPLOYMENT_CONTRACTS_ADDRESS } from './dated.ts';

/**
 * Rules of law and medical ethics about the outcome of a control, as dated rows with their sources. They only permit: an employer *may* refuse guaranteed
 * pay, and should ask its payroll service.
 */

/** The days for which guaranteed pay may be refused. */
export type RefusableDays = 'beforeControl' | 'fromFirstControl';

/** A worker who evades a control without a legitimate reason. */
export const PAY_AFTER_EVASION: readonly DatedRule<RefusableDays>[] = [
  {
    from: '2014-01-01',
    until: null,
    value: 'beforeControl',
    source: {
      act: 'employmentContracts',
      law: `${EMPLOYMENT_CONTRACTS_ACT}, as amended by the Act of 26 December 2013`,
      article: 'art. 31, § 3/1',
      address: EMPLOYMENT_CONTRACTS_ADDRESS,
      commentary: 'https://www.salar.be/nieuws/gewaarborgd-loon-na-controlearts/',
    },
  },
];

/** A worker whom the control doctor finds fit; the undisputed days before the control stay paid. */
export const PAY_WHEN_FOUND_FIT: readonly DatedRule<RefusableDays>[] = [
  {
    from: '2002-12-01',
    until: null,
    value: 'fromFirstControl',
    source: {
      act: 'employmentContracts',
      law: `${EMPLOYMENT_CONTRACTS_ACT}, as amended by the Act of 13 June 1999 on control medicine`,
      article: 'art. 31',
      address: EMPLOYMENT_CONTRACTS_ADDRESS,
      commentary: 'https://www.salar.be/nieuws/gewaarborgd-loon-na-controlearts/',
    },
  },
];

/** Nobody can oblige a worker to resume; opinions of treating and control doctor have equal weight (domain.md, fact 4). */
export const FREE_TO_RESUME: readonly DatedRule<'equalWeight'>[] = [
  {
    from: null,
    until: null,
    value: 'equalWeight',
    source: {
      act: 'orderOfPhysicians',
      law: 'National Council of the Order of Physicians, opinion on control medicine',
      article: 'a075016',
      address: 'https://ordomedic.be/fr/avis/droit-medical/arbitrage/medecine-de-controle-memoire-concernant-la-politique-a-suivre-1',
    },
  },
];
