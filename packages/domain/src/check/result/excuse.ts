import * as z from 'zod/mini';
import type { CalendarDay } from '../../clock.ts';
import { choice, day } from '../../validation.ts';
import { type CheckOccurence, EXCUSE_WITHDRAWALS, NO_SHOW_EXCUSES, type NoShowExcuse } from '../enums.ts';

/**
 * Force majeure that is told after a no-show (domain.md 4.3; docs/decisions/0073): the no-show stays one, with its price and its place in the history, and
 * leaves what the dashboard says of impact (domain.md 4.5).
 */

/** `noShowExcusedOn`: the day on which the employee gave the reason, or the proof. */
export const excuseRule = z.strictObject({
  noShowExcuse: choice(NO_SHOW_EXCUSES, 'reasonRequired'),
  noShowExcusedOn: day('required'),
});

export const excuseWithdrawalRule = z.strictObject({ excuseWithdrawal: choice(EXCUSE_WITHDRAWALS, 'reasonRequired') });

/** Why a no-show cannot have been excused on this day; null when it can. */
export function excuseFault(
  excusedOn: CalendarDay,
  { checkDate }: { readonly checkDate: CalendarDay | null },
  today: CalendarDay,
): 'dayFuture' | 'dayBeforeCheck' | null {
  if (excusedOn > today) return 'dayFuture';
  return checkDate !== null && excusedOn < checkDate ? 'dayBeforeCheck' : null;
}

/** Whether a no-show counts against the employee: the one that nothing excuses. The same as `app.report_facts` has it (migration 0109). */
export const isUnexcusedNoShow = (check: {
  readonly checkOccurence: CheckOccurence | null;
  readonly noShowExcuse: NoShowExcuse | null;
}): boolean => check.checkOccurence === 'NoShow' && check.noShowExcuse === null;
