import { addDays, type CalendarDay, dayOf, instantAt } from '../../clock.ts';
import { isWeekendOrHoliday } from '../../law/holidays.ts';
import { MOMENT } from '../../planning/moment.ts';
import type { CheckStatus, CheckTiming, ProblemOwner } from '../enums.ts';

/**
 * The remaining steps of a check, who takes them, and by when (domain.md 4.2 and 4.4). These are targets that the provider sets itself, not limits.
 */
const TARGETS = {
  /** From the order to an immediate check. */
  immediateHours: 24,
  /** The same when the order, or the day after it, is a Saturday, a Sunday or a public holiday. */
  weekendHours: 48,
  /** From the end of the appointment to the doctor's report. */
  reportHours: 2,
} as const;

const HOUR = 3_600_000;

/** An instant; a string in data from the API. */
type Instant = Date | string;

export interface ExpectedCheck {
  readonly status: CheckStatus;
  readonly problemOwner: ProblemOwner | null;
  readonly checkTiming: CheckTiming;
  readonly creationDate: Instant;
  readonly incapacityStartDate: CalendarDay;
  readonly incapacityEndDate: CalendarDay;
  /** null: no appointment, or the reader knows only its day. */
  readonly appointmentStart: Instant | null;
  readonly appointmentEnd: Instant | null;
  /** The day of the appointment. */
  readonly checkDate: CalendarDay | null;
  /** Since when a result is held for review by a planner; null or left out: none is. */
  readonly resultHeldAt?: Instant | null;
}

export type ExpectedStepKey = 'verify' | 'solve' | 'plan' | 'check' | 'result' | 'review';

/** By when: an instant, or the end of a day. */
export type Due = { readonly kind: 'instant'; readonly at: Date } | { readonly kind: 'day'; readonly day: CalendarDay };

export interface ExpectedStep {
  readonly key: ExpectedStepKey;
  /** Who takes the step. */
  readonly actor: 'provider' | 'doctor' | 'employer';
  /** null: the step has no target. */
  readonly due: Due | null;
  /** The target has passed, and the step is still to be done. */
  readonly late: boolean;
}

const AHEAD = {
  Reception: ['verify', 'plan', 'check', 'result'],
  Planning: ['plan', 'check', 'result'],
  WaitingForCheck: ['check', 'result'],
  ModificationProblem: ['solve', 'plan', 'check', 'result'],
  Archived: [],
} as const satisfies Record<CheckStatus, readonly ExpectedStepKey[]>;

/** The remaining steps, the current one first. */
export function expectedSteps(check: ExpectedCheck, now: Date): readonly ExpectedStep[] {
  const ahead: readonly ExpectedStepKey[] = check.resultHeldAt ? ['review'] : AHEAD[check.status];
  return ahead.map((key) => {
    const due = dueOf(key, check);
    return { key, actor: actorOf(key, check), due, late: due !== null && isOver(due, now) };
  });
}

function actorOf(key: ExpectedStepKey, { problemOwner }: ExpectedCheck): ExpectedStep['actor'] {
  if (key === 'solve') return problemOwner === 'employer' ? 'employer' : 'provider';
  return key === 'check' || key === 'result' ? 'doctor' : 'provider';
}

function dueOf(key: ExpectedStepKey, check: ExpectedCheck): Due | null {
  const appointment = appointmentOf(check);
  switch (key) {
    case 'verify':
    case 'plan':
    case 'review':
      return null;
    // A problem should be solved before the appointment or, without one, before the target of the check.
    case 'solve':
      return appointment ?? checkDue(check);
    case 'check':
      return (check.status === 'WaitingForCheck' ? appointment : null) ?? checkDue(check);
    case 'result':
      return check.status === 'WaitingForCheck' ? reportDue(check) : null;
  }
}

/** The time of the appointment, or its day if only that is known. */
function appointmentOf({ appointmentStart, checkDate }: ExpectedCheck): Due | null {
  if (appointmentStart !== null) return { kind: 'instant', at: new Date(appointmentStart) };
  return checkDate === null ? null : { kind: 'day', day: checkDate };
}

/** The target of the report. Appointments end early enough in the evening for it to be on the same day. */
function reportDue({ appointmentEnd, checkDate }: ExpectedCheck): Due | null {
  if (appointmentEnd !== null) return { kind: 'instant', at: new Date(new Date(appointmentEnd).getTime() + TARGETS.reportHours * HOUR) };
  return checkDate === null ? null : { kind: 'day', day: checkDate };
}

/** By when a check without appointment should take place; within the incapacity. */
function checkDue(check: ExpectedCheck): Due {
  if (check.checkTiming === 'Immediate') {
    const at = immediateTarget(check);
    return dayOf(at) > check.incapacityEndDate ? { kind: 'day', day: check.incapacityEndDate } : { kind: 'instant', at };
  }
  // Later ones leave too little time to act on the result (planning/moment.ts). An order of the last days has only these.
  const last = addDays(check.incapacityEndDate, -MOMENT.daysLeft);
  const ordered = dayOf(new Date(check.creationDate));
  return { kind: 'day', day: last < check.incapacityStartDate || last < ordered ? check.incapacityEndDate : last };
}

/** An immediate check is due this long after the order, or after the first day if that is still to come. */
function immediateTarget({ creationDate, incapacityStartDate }: Pick<ExpectedCheck, 'creationDate' | 'incapacityStartDate'>): Date {
  const ordered = new Date(creationDate);
  const begin = incapacityStartDate > dayOf(ordered) ? instantAt(incapacityStartDate, '00:00') : ordered;
  const usual = new Date(begin.getTime() + TARGETS.immediateHours * HOUR);
  const weekend = isWeekendOrHoliday(dayOf(begin)) || isWeekendOrHoliday(dayOf(usual));
  return weekend ? new Date(begin.getTime() + TARGETS.weekendHours * HOUR) : usual;
}

const isOver = (due: Due, now: Date): boolean => (due.kind === 'instant' ? due.at < now : due.day < dayOf(now));
