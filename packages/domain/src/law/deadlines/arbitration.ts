import type { CalendarDay } from '../../clock.ts';
import { ARBITRATION_TERMS, arbiterDesignationDeadline, arbiterRulingDeadline } from '../absence-rules.ts';
import { findRule, type LawSource } from '../dated.ts';

/** The two terms of arbitration, by their last days, inclusive. Employer or worker may ask for it (domain.md 2.2). */
export interface ArbitrationClock {
  /** The last day on which an arbiter can be chosen; later, only the labour court decides. */
  readonly designateBy: CalendarDay;
  /** The last day for the ruling, if the arbiter is chosen on the last day. */
  readonly rulingBy: CalendarDay;
  readonly source: LawSource;
}

/**
 * The terms of arbitration after the control doctor handed the findings to the worker; that day does not count. In working days (`working-days.ts`):
 * Monday to Saturday without public holidays, the earlier of two readings of the law.
 * @returns null: the law had no arbitration on that day
 */
export function arbitrationClock(findingsHandedOverOn: CalendarDay): ArbitrationClock | null {
  const rule = findRule(ARBITRATION_TERMS, findingsHandedOverOn);
  if (!rule) return null;
  const designateBy = arbiterDesignationDeadline(findingsHandedOverOn);
  return { designateBy, rulingBy: arbiterRulingDeadline(designateBy), source: rule.source };
}
