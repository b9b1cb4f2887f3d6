import type { CalendarDay } from '../clock.ts';
import type { InterfaceLanguage } from '../constants.ts';

/** Texts that rules are in; their names in each language are in the namespace `enums` (`lawAct`). */
export const LAW_ACTS = ['employmentContracts', 'controlDoctors2001', 'controlDoctors2021', 'orderOfPhysicians'] as const;
export type LawAct = (typeof LAW_ACTS)[number];

export const EMPLOYMENT_CONTRACTS_ACT = 'Act of 3 July 1978 on employment contracts';
/** That act as it is today, on the official site (European Legislation Identifier). */
export const EMPLOYMENT_CONTRACTS_ADDRESS = 'https://www.ejustice.just.fgov.be/eli/loi/1978/07/03/1978070303/justel';

/** Where a rule of law is. */
export interface LawSource {
  readonly act: LawAct;
  /** With what amended it; in English, for whoever maintains the rule. */
  readonly law: string;
  /** As every language writes it: `art. 31, § 2`. */
  readonly article: string;
  /** Of the text itself, in French; `lawAddress` gives a reader's own. */
  readonly address: string;
  /** Somebody else's plain words about it, for whoever maintains the rule. */
  readonly commentary?: string;
}

/** Where somebody reads a law: the official site has each act in French (`/eli/loi/`) and in Dutch (`/eli/wet/`). */
export function lawAddress(address: string, language: InterfaceLanguage): string {
  return language === 'nl' ? address.replace('.just.fgov.be/eli/loi/', '.just.fgov.be/eli/wet/') : address;
}

/** A rule of law for the days from `from` to `until`, both included; `null` leaves that side open. */
export interface DatedRule<Value> {
  readonly from: CalendarDay | null;
  readonly until: CalendarDay | null;
  readonly value: Value;
  readonly source: LawSource;
}

/** The rule that holds on a day; undefined where the law had none. */
export function findRule<Value>(rules: readonly DatedRule<Value>[], day: CalendarDay): DatedRule<Value> | undefined {
  return rules.find(({ from, until }) => (from === null || from <= day) && (until === null || day <= until));
}
