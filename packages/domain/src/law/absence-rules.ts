import { addDays, type CalendarDay, daysBetween } from '../clock.ts';
import { type DatedRule, EMPLOYMENT_CONTRACTS_ACT, EMPLOYMENT_CONTRACTS_ADDRESS, findRule } from './dated.ts';
import { addWorkingDays } from './working-days.ts';

/**
 * What Belgian law says about absences and their control, as dated rows with their sources. Nothing here decides about pay:
 * it computes terms and names the rule; what follows from them is the employer's and its payroll service's to say.
 */
const RETURN_TO_WORK_ACT = 'Act of 19 December 2025 on a reinforced return-to-work policy';

/** First days of incapacity per calendar year for which no certificate is needed, and the size below which a company may opt out. */
export interface NoCertificateDays {
  readonly daysPerYear: number;
  /** Companies with fewer workers on 1 January may keep asking for certificates, by collective agreement or work rules. */
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
 * Dated by the first day of the earlier incapacity: the longer window holds for incapacities that began in 2026 or later.
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

/** Working days in which a worker hands in a certificate, after the first day of incapacity or after being asked for it. */
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

/** The two clocks of arbitration: choosing the arbiter after the findings, and the arbiter's ruling after that. Working days. */
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

/** What of a company decides about days without certificate. */
export interface CompanyFacts {
  /** Workers employed on 1 January of the year in question. */
  readonly staffCount: number;
  /** The company's work rules or collective agreement keep asking for certificates. Only counts where the law allows it. */
  readonly noCertificateOptOut: boolean;
}

/** First days of incapacity without certificate that a worker of the company has in the year of `day`, under the rule of that day. */
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

/** Whether an incapacity that begins on `startDate` lies in the relapse window of the earlier one, and after its end. */
export function isInRelapseWindow(
  startDate: CalendarDay,
  earlier: { readonly startDate: CalendarDay; readonly endDate: CalendarDay },
): boolean {
  const gap = daysBetween(earlier.endDate, startDate);
  return gap > 0 && gap <= relapseWindowDays(earlier.startDate);
}

/**
 * Last day of guaranteed salary for an incapacity that begins on `startDate`, when `usedDays` were already paid (a relapse
 * only has the balance of the incapacity before); null when nothing is left.
 */
export function guaranteedSalaryUntil(startDate: CalendarDay, usedDays = 0): CalendarDay | null {
  const left = getRule(GUARANTEED_SALARY_DAYS, startDate).value - usedDays;
  return left > 0 ? addDays(startDate, left - 1) : null;
}

/**
 * Last day on which a certificate is in time; `from`: the first day of incapacity, or the day on which the employer asked for it.
 * @param ownTerm working days that the company's work rules or collective agreement set; null or absent: the law's
 */
export function certificateDeadline(from: CalendarDay, ownTerm?: number | null): CalendarDay {
  return addWorkingDays(from, ownTerm ?? getRule(CERTIFICATE_TERM_WORKING_DAYS, from).value);
}

/** Last day on which an arbiter can be chosen, after the control doctor handed over the findings. Later, only the labour court decides. */
export function arbiterDesignationDeadline(findingsHandedOverOn: CalendarDay): CalendarDay {
  return addWorkingDays(findingsHandedOverOn, getRule(ARBITRATION_TERMS, findingsHandedOverOn).value.designate);
}

/** Last day for the arbiter's examination and ruling, after having been chosen. The ruling binds both sides. */
export function arbiterRulingDeadline(arbiterDesignatedOn: CalendarDay): CalendarDay {
  return addWorkingDays(arbiterDesignatedOn, getRule(ARBITRATION_TERMS, arbiterDesignatedOn).value.rule);
}

function getRule<Value>(rules: readonly DatedRule<Value>[], day: CalendarDay): DatedRule<Value> {
  const rule = findRule(rules, day);
  if (!rule) throw new RangeError(`no rule of law for ${day}`);
  return rule;
}
