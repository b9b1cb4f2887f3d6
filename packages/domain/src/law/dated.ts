import type { CalendarDay } from '../clock.ts';
import type { InterfaceLanguage } from '../constants.ts';

/** Legal texts that contain rules; their names in each language are in the namespace `enums` (`lawAct`). */
export const LAW_ACTS = ['employmentContracts', 'controlDoctors2001', 'controlDoctors2021', 'orderOfPhysicians'] as const;
export type LawAct = (typeof LAW_ACTS)[number];

export const EMPLOYMENT_CONTRACTS_ACT = 'Act of 3 July 1978 on employment contracts';
/** That act as it is today, on the official site (European Legislation Identifier). */
export const EMPLOYMENT_CONTRACTS_ADDRESS = 'https://www.ejustice.just.fgov.be/eli/loi/1978/07/03/1978070303/justel';

/** The source of a legal rule. */
export interface LawSource {
  readonly act: LawAct;
  /** The law with its amendment; in English, for maintainers. */
  readonly law: string;
  /** The article, in a form that fits every language: `art. 31, § 2`. */
  readonly article: string;
  /** URL of the French text; `lawAddress` gives that of another language. */
  readonly address: string;
  /** URL of a commentary, for maintainers. */
  readonly commentary?: string;
}

/** URL of a law in a language: the official site has each act in French (`/eli/loi/`) and Dutch (`/eli/wet/`). */
export function lawAddress(address: string, language: InterfaceLanguage): string {
  return language === 'nl' ? address.replace('.just.fgov.be/eli/loi/', '.just.fgov.be/eli/wet/') : address;
}

/** A legal rule in force from `from` to `until`, both included; `null`: open-ended. */
export interface DatedRule<Value> {
  readonly from: CalendarDay | null;
  readonly until: CalendarDay | null;
  readonly value: Value;
  readonly source: LawSource;
}

/** The rule in force on a day; undefined: none. */
export function findRule<Value>(rules: readonly DatedRule<Value>[], day: CalendarDay): DatedRule<Value> | undefined {
  return rules.find(({ from, until }) => (from === null || from <= day) && (until === null || day <= until));
}
