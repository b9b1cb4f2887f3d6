import type { CalendarDay } from '../../clock.ts';
import { ARBITRATION_TERMS, arbiterDesignationDeadline, arbiterRulingDeadline } from '../absence-rules.ts';
import { findRule, type LawSource } from '../dated.ts';

/** The two clocks of arbitration; both last days included. Either side may ask: employer or worker (domain.md 2.2). */
export interface ArbitrationClock {
  /** The last day on which an arbiter can be chosen; later, only the labour court decides. */
  readonly designateBy: CalendarDay;
  /** The last day of the ruling, when the arbiter is chosen on the last day. */
  readonly rulingBy: CalendarDay;
  readonly source: LawSource;
}

/**
 * The clocks that start when the control doctor hands the findings to the worker; that day does not count. Working days
 * (`working-days.ts`): Monday to Saturday without public holidays, the earlier of two readings of the law.
 * @returns null for a day on which the law knew no arbitration
 */
export function arbitrationClock(findingsHandedOverOn: CalendarDay): ArbitrationClock | null {
  const rule = findRule(ARBITRATION_TERMS, findingsHandedOverOn);
  if (!rule) return null;
  const designateBy = arbiterDesignationDeadline(findingsHandedOverOn);
  return { designateBy, rulingBy: arbiterRulingDeadline(designateBy), source: rule.source };
}
