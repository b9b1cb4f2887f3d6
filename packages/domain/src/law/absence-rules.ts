import { addDays, type CalendarDay, daysBetween } from '../clock.ts';
import { type DatedRule, EMPLOYMENT_CONTRACTS_ACT, EMPLOYMENT_CONTRACTS_ADDRESS, findRule } from './dated.ts';
import { addWorkingDays } from './working-days.ts';

/**
 * Rules of Belgian law about absences and their control, as dated rows with their sources. This code computes terms and names the rule; the employer and
 * its payroll service decide about pay.
 */
const RETURN_TO_WORK_ACT = 'Act of 19 December 2025 on a reinforced return-to-work policy';

/** First days of incapacity per calendar year for which no certificate is needed, and the size below which a company may opt out. */
export interface NoCertificateDays {
  readonly daysPerYear: number;
  /** Companies with fewer workers on 1 January may require certificates anyway, by collective agreement or work rules. */
  readonly optOutBelowStaff: number;
}

export const NO_CERTIFICATE_DAYS: readonly DatedRule<NoCertificateDays>[] = [
  {
    from: '2022-11-28',
    until: '2025-12-31',
    value: { daysPerYear: 3, optOutBelowStaff: 50 },
    source: {
      act: 'employmentContracts',
      law: `${EMPLOYMENT_CONTRACTS_ACT}, as amended by the Act of 30 October 2022`,
      article: 'art. 31, § 2/1',
      address: EMPLOYMENT_CONTRACTS_ADDRESS,
      commentary: 'https://www.bdo.be/fr-be/actualites/2022/dispense-sertificat-medical-premier-jour-incapacite',
    },
  },
  {
    from: '2026-01-01',
    until: null,
    value: { daysPerYear: 2, optOutBelowStaff: 50 },
    source: {
      act: 'employmentContracts',
      law: `${EMPLOYMENT_CONTRACTS_ACT}, as amended by the ${RETURN_TO_WORK_ACT}`,
      article: 'art. 31, § 2/1',
      address: EMPLOYMENT_CONTRACTS_ADDRESS,
      commentary: 'http://barreaudeliege-huy.be/fr/actualites/quelques-nouveautes-en-matiere-dincapacite-de-travail',
    },
  },
];

/**
 * Days after the end of an incapacity in which a new one counts as a relapse, unless a certificate gives another cause.
 * Dated by the first day of the earlier incapacity: the longer window applies to incapacities that began in 2026 or later.
 */
export const RELAPSE_WINDOW_DAYS: readonly DatedRule<number>[] = [
  {
    from: null,
    until: '2025-12-31',
    value: 14,
    source: {
      act: 'employmentContracts',
      law: EMPLOYMENT_CONTRACTS_ACT,
      article: 'art. 52, 73',
      address: EMPLOYMENT_CONTRACTS_ADDRESS,
      commentary: 'https://www.droitsquotidiens.be/fr/actualites/travailleurs-malades-quelques-changements-depuis-le-1er-janvier-2026',
    },
  },
  {
    from: '2026-01-01',
    until: null,
    value: 8 * 7,
    source: {
      act: 'employmentContracts',
      law: `${EMPLOYMENT_CONTRACTS_ACT}, as amended by the ${RETURN_TO_WORK_ACT}`,
      article: 'art. 52, 73',
      address: EMPLOYMENT_CONTRACTS_ADDRESS,
      commentary: 'https://www.droitsquotidiens.be/fr/actualites/travailleurs-malades-quelques-changements-depuis-le-1er-janvier-2026',
    },
  },
];

/** Calendar days of guaranteed salary, from the first day of an incapacity. */
export const GUARANTEED_SALARY_DAYS: readonly DatedRule<number>[] = [
  {
    from: null,
    until: null,
    value: 30,
    source: {
      act: 'employmentContracts',
      law: `${EMPLOYMENT_CONTRACTS_ACT} (for blue-collar workers with collective agreements 12bis and 13bis)`,
      article: 'art. 52, 70',
      address: EMPLOYMENT_CONTRACTS_ADDRESS,
      commentary: 'https://www.pwclegal.be/en/news/belgian-government-reforms-regulations-on--long-term--illness-an.html',
    },
  },
];

/** Working days within which a worker must hand in a certificate, after the first day of incapacity or the employer's request. */
export const CERTIFICATE_TERM_WORKING_DAYS: readonly DatedRule<number>[] = [
  {
    from: null,
    until: null,
    value: 2,
    source: {
      act: 'employmentContracts',
      law: `${EMPLOYMENT_CONTRACTS_ACT} (a collective agreement or the work rules may set another term)`,
      article: 'art. 31, § 2',
      address: EMPLOYMENT_CONTRACTS_ADDRESS,
      commentary: 'https://www.bdo.be/fr-be/actualites/2022/dispense-sertificat-medical-premier-jour-incapacite',
    },
  },
];

/** The two terms of arbitration, in working days: choosing the arbiter after the findings, and the arbiter's ruling after that. */
export interface ArbitrationTerms {
  readonly designate: number;
  readonly rule: number;
}

export const ARBITRATION_TERMS: readonly DatedRule<ArbitrationTerms>[] = [
  {
    from: '2002-12-01',
    until: null,
    value: { designate: 2, rule: 3 },
    source: {
      act: 'employmentContracts',
      law: `${EMPLOYMENT_CONTRACTS_ACT}, as amended by the Act of 13 June 1999 on control medicine`,
      article: 'art. 31, § 5',
      address: EMPLOYMENT_CONTRACTS_ADDRESS,
      commentary: 'http://www.emploi.belgique.be/defaultTab.aspx?id=3504',
    },
  },
];

/** The facts of a company that decide about days without certificate. */
export interface CompanyFacts {
  /** Workers employed on 1 January of the year in question. */
  readonly staffCount: number;
  /** The company's work rules or collective agreement require certificates from the first day. Ignored if the law does not allow it. */
  readonly noCertificateOptOut: boolean;
}

/** Days without certificate to which a worker of the company is entitled in the year of `day`, under the rule in force on that day. */
export function noCertificateQuota(day: CalendarDay, company: CompanyFacts): number {
  const rule = findRule(NO_CERTIFICATE_DAYS, day);
  if (!rule) return 0;
  const optedOut = company.noCertificateOptOut && company.staffCount < rule.value.optOutBelowStaff;
  return optedOut ? 0 : rule.value.daysPerYear;
}

/** Length of the relapse window after an incapacity that began on `incapacityStart`, in calendar days. */
export function relapseWindowDays(incapacityStart: CalendarDay): number {
  return getRule(RELAPSE_WINDOW_DAYS, incapacityStart).value;
}

/** Whether an incapacity that begins on `startDate` is within the relapse window after the end of the earlier one. */
export function isInRelapseWindow(
  startDate: CalendarDay,
  earlier: { readonly startDate: CalendarDay; readonly endDate: CalendarDay },
): boolean {
  const gap = daysBetween(earlier.endDate, startDate);
  return gap > 0 && gap <= relapseWindowDays(earlier.startDate);
}

/**
 * Last day of guaranteed salary for an incapacity that begins on `startDate`, if `usedDays` were already paid (a relapse only has the balance of the
 * earlier incapacity); null: nothing is left.
 */
export function guaranteedSalaryUntil(startDate: CalendarDay, usedDays = 0): CalendarDay | null {
  const left = getRule(GUARANTEED_SALARY_DAYS, startDate).value - usedDays;
  return left > 0 ? addDays(startDate, left - 1) : null;
}

/**
 * Last day on which a certificate is in time; `from`: the first day of incapacity, or the day on which the employer asked for it.
 * @param ownTerm working days set by the company's work rules or collective agreement; null or absent: the statutory term
 */
export function certificateDeadline(from: CalendarDay, ownTerm?: number | null): CalendarDay {
  return addWorkingDays(from, ownTerm ?? getRule(CERTIFICATE_TERM_WORKING_DAYS, from).value);
}

/** Last day on which an arbiter can be chosen after the control doctor handed over the findings. Later, only the labour court decides. */
export function arbiterDesignationDeadline(findingsHandedOverOn: CalendarDay): CalendarDay {
  return addWorkingDays(findingsHandedOverOn, getRule(ARBITRATION_TERMS, findingsHandedOverOn).value.designate);
}

/** Last day for the examination and ruling of an arbiter chosen on that day. The ruling binds both sides. */
export function arbiterRulingDeadline(arbiterDesignatedOn: CalendarDay): CalendarDay {
  return addWorkingDays(arbiterDesignatedOn, getRule(ARBITRATION_TERMS, arbiterDesignatedOn).value.rule);
}

function getRule<Value>(rules: readonly DatedRule<Value>[], day: CalendarDay): DatedRule<Value> {
  const rule = findRule(rules, day);
  if (!rule) throw new RangeError(`no rule of law for ${day}`);
  return rule;
}
