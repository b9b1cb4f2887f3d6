import * as z from 'zod/mini';
import type { CalendarDay } from '../../clock.ts';
import { choice, day } from '../../validation.ts';
import { type CheckOccurence, EXCUSE_WITHDRAWALS, NO_SHOW_EXCUSES, type NoShowExcuse } from '../enums.ts';

/**
 * Force majeure that is reported after a no-show (domain.md 4.3; docs/decisions/0073): the check remains a no-show in the history, at the same price,
 * but no longer counts in the dashboard's figures about impact (domain.md 4.5).
 */

/** `noShowExcusedOn`: the day on which the employee gave the reason, or the proof. */
export const excuseRule = z.strictObject({
  noShowExcuse: choice(NO_SHOW_EXCUSES, 'reasonRequired'),
  noShowExcusedOn: day('required'),
});

export const excuseWithdrawalRule = z.strictObject({ excuseWithdrawal: choice(EXCUSE_WITHDRAWALS, 'reasonRequired') });

/** Why a no-show cannot have been excused on this day; null: it is possible. */
export function excuseError(
  excusedOn: CalendarDay,
  { checkDate }: { readonly checkDate: CalendarDay | null },
  today: CalendarDay,
): 'dayFuture' | 'dayBeforeCheck' | null {
  if (excusedOn > today) return 'dayFuture';
  return checkDate !== null && excusedOn < checkDate ? 'dayBeforeCheck' : null;
}

/** Whether the check is a no-show without an excuse, which counts against the employee. The database has the same rule in `app.report_facts` (migration 0109). */
export const isUnexcusedNoShow = (check: {
  readonly checkOccurence: CheckOccurence | null;
  readonly noShowExcuse: NoShowExcuse | null;
}): boolean => check.checkOccurence === 'NoShow' && check.noShowExcuse === null;
