import type { IncapacityType } from '../../certificate/enums.ts';
import { addDays, type CalendarDay } from '../../clock.ts';
import {
  arbiterRulingDeadline,
  CERTIFICATE_TERM_WORKING_DAYS,
  certificateDeadline,
  RELAPSE_WINDOW_DAYS,
  relapseWindowDays,
} from '../../law/absence-rules.ts';
import { FREE_TO_RESUME, PAY_AFTER_EVASION, PAY_WHEN_FOUND_FIT } from '../../law/control-rules.ts';
import { type DatedRule, findRule } from '../../law/dated.ts';
import { arbitrationClock } from '../../law/deadlines/arbitration.ts';
import { hasGuaranteedPay } from '../../law/deadlines/guaranteed-pay.ts';
import { isDisputable } from '../deadlines/deadlines.ts';
import type { ArbitrationRuling, NonOperableReason, NoShowExcuse } from '../enums.ts';
import { isUnexcusedNoShow } from './excuse.ts';
import { type OutcomeFacts, outcomeOf } from './outcome.ts';

/** Advice on an outcome: message keys of `reports:next`; the text of `byReason` is in `enums:nonOperableNextStep`. */
export const STEP_KEYS = [
  'tellFit',
  'noObligation',
  'arbitration',
  'arbitrationPossible',
  'arbitrationOver',
  'arbitrationRuling',
  'ruled',
  'payrollFit',
  'covered',
  'justified',
  'prolongation',
  'secondCheck',
  'relapse',
  'askExplanation',
  'forceMajeure',
  'excused',
  'payrollNoShow',
  'orderAgain',
  'byReason',
  'notCharged',
  'nothing',
] as const;
export type StepKey = (typeof STEP_KEYS)[number];

/** Legal rules on which a step is based: message keys of `reports:source`, which names the law in the reader's language. */
export const STEP_SOURCES = ['freeToResume', 'arbitration', 'payWhenFoundFit', 'payAfterEvasion', 'certificateTerm', 'relapse'] as const;
export type StepSource = (typeof STEP_SOURCES)[number];

export interface OutcomeStep {
  readonly key: StepKey;
  /** The day in the text of the step. */
  readonly date: CalendarDay | null;
  /** The last day to act; if a legal term can be read in two ways, the earlier day (domain.md 4.3). */
  readonly due: CalendarDay | null;
  readonly source: { readonly key: StepSource; readonly address: string } | null;
}

export interface StepFacts extends OutcomeFacts {
  readonly incapacityType: IncapacityType;
  readonly prolongationNeeded: boolean;
  readonly secondCheckNeeded: boolean;
  readonly workerDisagreement: boolean;
  readonly arbitrationAskedOn: CalendarDay | null;
  readonly arbitrationRuling: ArbitrationRuling | null;
  readonly arbitrationRuledOn: CalendarDay | null;
  readonly noShowExcuse: NoShowExcuse | null;
  /** Cents; null: hidden from the reader. */
  readonly companyTotalPrice: number | null;
}

/**
 * The employer's next steps after an outcome, and by when (domain.md 2.2, 2.3 and 4.3), the most urgent first. Terms start on the day of the check,
 * because the findings are handed over there (`resultRule` requires it). `today` decides whether an arbitrating doctor can still be chosen.
 */
export function stepsOf(check: StepFacts, today: CalendarDay): readonly OutcomeStep[] {
  const outcome = outcomeOf(check);
  switch (outcome.key) {
    case 'fit':
      return [
        step('tellFit', { date: outcome.date }),
        ...arbitrationOf(check, today),
        step('noObligation', { source: sourceOf('freeToResume', FREE_TO_RESUME, outcome.date) }),
        ...(check.checkDate === null
          ? []
          : [step('payrollFit', { date: check.checkDate, source: sourceOf('payWhenFoundFit', PAY_WHEN_FOUND_FIT, check.checkDate) })]),
        ...relapseOf(check, addDays(outcome.date, -1)),
        ...(check.secondCheckNeeded ? [step('secondCheck')] : []),
      ];
    case 'confirmed':
      return [
        step(asksNothing(check) ? 'covered' : 'justified', { date: outcome.date }),
        ...(check.prolongationNeeded ? [prolongationOf(outcome.date)] : []),
        ...(check.secondCheckNeeded ? [step('secondCheck')] : []),
        ...arbitrationOf(check, today),
        ...(check.prolongationNeeded ? [] : relapseOf(check, outcome.date)),
      ];
    case 'noShow':
      if (!isUnexcusedNoShow(check)) return [step('excused'), step('orderAgain')];
      return [
        step('askExplanation'),
        step('forceMajeure'),
        ...(check.checkDate === null
          ? [step('payrollNoShow')]
          : [step('payrollNoShow', { source: sourceOf('payAfterEvasion', PAY_AFTER_EVASION, check.checkDate) })]),
        step('orderAgain'),
      ];
    case 'nonOperable':
      return [
        ...(check.nonOperableReason === null ? [] : [step('byReason')]),
        ...(check.companyTotalPrice === 0 ? [step('notCharged')] : []),
        ...(check.nonOperableReason === null && check.companyTotalPrice !== 0 ? [step('nothing')] : []),
      ];
    case 'cancelled':
      return [...(check.companyTotalPrice === 0 ? [step('notCharged')] : []), step('orderAgain')];
    case 'deleted':
    case 'unknown':
      return [step('nothing')];
  }
}

/** Whether no further step follows from a confirmed absence, so that the report may say that nothing is to be done. */
const asksNothing = ({ prolongationNeeded, secondCheckNeeded, workerDisagreement, arbitrationAskedOn }: StepFacts): boolean =>
  !prolongationNeeded && !secondCheckNeeded && !workerDisagreement && arbitrationAskedOn === null;

/** Whether a new check for the same worker is a sensible next step. */
export function mayOrderAgain(check: StepFacts): boolean {
  switch (outcomeOf(check).key) {
    case 'noShow':
    case 'cancelled':
      return true;
    case 'nonOperable':
      return !NOTHING_LEFT_TO_CHECK.some((reason) => reason === check.nonOperableReason);
    case 'fit':
    case 'confirmed':
      return check.secondCheckNeeded;
    case 'deleted':
    case 'unknown':
      return false;
  }
}

const NOTHING_LEFT_TO_CHECK = ['WorkerResumed', 'DuplicateOrder', 'ExcludedType'] as const satisfies readonly NonOperableReason[];

const step = (key: StepKey, { date = null, due = null, source = null }: Partial<Omit<OutcomeStep, 'key'>> = {}): OutcomeStep => ({
  key,
  date,
  due,
  source,
});

function sourceOf(key: StepSource, rules: readonly DatedRule<unknown>[], day: CalendarDay): OutcomeStep['source'] {
  const rule = findRule(rules, day);
  return rule ? { key, address: rule.source.address } : null;
}

/**
 * Steps of arbitration: the ruling; the term for the ruling once an arbiter was asked; that it is too late to ask one; both terms if the worker
 * disagreed; otherwise only the term for asking an arbiter.
 */
function arbitrationOf(check: StepFacts, today: CalendarDay): readonly OutcomeStep[] {
  if (check.arbitrationRuling !== null) return [step('ruled', { date: check.arbitrationRuledOn })];
  if (check.arbitrationAskedOn !== null && check.checkDate !== null) {
    const asked = arbitrationClock(check.checkDate);
    const source = asked && ({ key: 'arbitration', address: asked.source.address } as const);
    return [step('arbitrationRuling', { due: arbiterRulingDeadline(check.arbitrationAskedOn), source })];
  }
  const clock = check.checkDate !== null && isDisputable(check) ? arbitrationClock(check.checkDate) : null;
  if (!clock) return [];
  const source = { key: 'arbitration', address: clock.source.address } as const;
  if (today > clock.designateBy) return [step('arbitrationOver', { due: clock.designateBy, source })];
  if (!check.workerDisagreement) return [step('arbitrationPossible', { due: clock.designateBy, source })];
  return [step('arbitration', { due: clock.designateBy, source }), step('arbitrationRuling', { due: clock.rulingBy, source })];
}

/** The incapacity is expected to last longer: a new certificate is due within the legal term after the end of the old one. */
function prolongationOf(lastDay: CalendarDay): OutcomeStep {
  const first = addDays(lastDay, 1);
  return step('prolongation', {
    date: first,
    due: certificateDeadline(first),
    source: sourceOf('certificateTerm', CERTIFICATE_TERM_WORKING_DAYS, first),
  });
}

/** The last day of the relapse window. Only for types with this guaranteed pay: accidents at work and occupational diseases have other rules. */
function relapseOf({ incapacityStartDate, incapacityType }: StepFacts, lastDay: CalendarDay): readonly OutcomeStep[] {
  if (!hasGuaranteedPay(incapacityType)) return [];
  return [
    step('relapse', {
      date: addDays(lastDay, relapseWindowDays(incapacityStartDate)),
      source: sourceOf('relapse', RELAPSE_WINDOW_DAYS, incapacityStartDate),
    }),
  ];
}
