import type { CalendarDay } from '../clock.ts';

/** Texts that rules stand in; their names in each language stand in the namespace `enums` (`lawAct`). */
export const LAW_ACTS = ['employmentContracts', 'orderOfPhysicians'] as const;
export type LawAct = (typeof LAW_ACTS)[number];

/** Where a rule of law stands, and where it can be read in plain words. */
export interface LawSource {
  readonly act: LawAct;
  /** With what amended it; in English, for whoever maintains the rule. */
  readonly law: string;
  /** As every language writes it: `art. 31, § 2`. */
  readonly article: string;
  readonly address: string;
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
