import { addDays, type CalendarDay, dayOf, instantAt } from '../../clock.ts';
import { isWeekendOrHoliday } from '../../law/holidays.ts';
import { MOMENT } from '../../planning/moment.ts';
import type { CheckStatus, CheckTiming, ProblemOwner } from '../enums.ts';

/**
 * What a check still has before it, who does it, and by when (domain.md 4.2 and 4.4). The terms are targets that the provider
 * sets itself; they forbid nothing.
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

/** An instant, as the server has it or as it travels. */
type Instant = Date | string;

export interface ExpectedCheck {
  readonly status: CheckStatus;
  readonly problemOwner: ProblemOwner | null;
  readonly checkTiming: CheckTiming;
  readonly creationDate: Instant;
  readonly incapacityStartDate: CalendarDay;
  readonly incapacityEndDate: CalendarDay;
  /** null without an appointment, and for whoever knows its day alone. */
  readonly appointmentStart: Instant | null;
  readonly appointmentEnd: Instant | null;
  /** The day of the appointment. */
  readonly checkDate: CalendarDay | null;
  /** Since when a result waits for a planner; left out: none does. */
  readonly resultHeldAt?: Instant | null;
}

export type ExpectedStepKey = 'verify' | 'solve' | 'plan' | 'check' | 'result' | 'review';

/** By when: an instant, or the end of a day. */
export type Due = { readonly kind: 'instant'; readonly at: Date } | { readonly kind: 'day'; readonly day: CalendarDay };

export interface ExpectedStep {
  readonly key: ExpectedStepKey;
  /** Whose turn it then is. */
  readonly actor: 'provider' | 'doctor' | 'employer';
  /** null: there is no term of its own. */
  readonly due: Due | null;
  /** The term is over, and the step is still to be done. */
  readonly late: boolean;
}

const AHEAD = {
  Reception: ['verify', 'plan', 'check', 'result'],
  Planning: ['plan', 'check', 'result'],
  WaitingForCheck: ['check', 'result'],
  ModificationProblem: ['solve', 'plan', 'check', 'result'],
  Archived: [],
} as const satisfies Record<CheckStatus, readonly ExpectedStepKey[]>;

/** What still comes, the step at hand first. */
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
    // The appointment that a question puts at risk; else what the check itself is due by.
    case 'solve':
      return appointment ?? checkDue(check);
    case 'check':
      return (check.status === 'WaitingForCheck' ? appointment : null) ?? checkDue(check);
    case 'result':
      return check.status === 'WaitingForCheck' ? reportDue(check) : null;
  }
}

/** When the appointment is, as exactly as it is known. */
function appointmentOf({ appointmentStart, checkDate }: ExpectedCheck): Due | null {
  if (appointmentStart !== null) return { kind: 'instant', at: new Date(appointmentStart) };
  return checkDate === null ? null : { kind: 'day', day: checkDate };
}

/** Appointments end early enough in the evening for the report to be due on their own day. */
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
