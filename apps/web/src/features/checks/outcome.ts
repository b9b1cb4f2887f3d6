import { type CheckOccurence, COMPLETED_OCCURRENCES, type NonOperableReason } from '@checkwell/domain/check/enums';
import { addDays, type CalendarDay } from '@checkwell/domain/clock';
import type { Tone } from '../../ui/Badge.tsx';

/** What an archived check says about its outcome, as the screens need it. */
export interface OutcomeFacts {
  readonly checkOccurence: CheckOccurence | null;
  readonly nonOperableReason: NonOperableReason | null;
  readonly earlyReturn: boolean;
  readonly checkDate: CalendarDay | null;
  readonly incapacityStartDate: CalendarDay;
  readonly incapacityEndDate: CalendarDay;
  readonly newIncapacityEndDate: CalendarDay | null;
}

/**
 * The outcome in plain words: a key of `reports:outcome`, with the day that its sentence names.
 * A doctor gives an opinion on fitness and nobody can oblige a worker to resume (domain.md, fact 4), so an early
 * return reads "considered fit from" the day after the new end of the incapacity. On a day without certificate the doctor
 * judges that day alone (domain.md 2.1): who is not unfit then is fit from that day.
 */
export type Outcome =
  | { readonly key: 'fit' | 'confirmed'; readonly date: CalendarDay; readonly tone: Tone }
  | { readonly key: 'noShow' | 'nonOperable' | 'cancelled' | 'deleted' | 'unknown'; readonly date: null; readonly tone: Tone };

export function outcomeOf(check: OutcomeFacts): Outcome {
  switch (check.checkOccurence) {
    case 'Yes':
    case 'YesPatientHome':
    case 'YesSecondCheck':
    case 'NoCertifConfirmed':
      return check.earlyReturn && check.newIncapacityEndDate !== null
        ? { key: 'fit', date: addDays(check.newIncapacityEndDate, 1), tone: 'info' }
        : { key: 'confirmed', date: check.newIncapacityEndDate ?? check.incapacityEndDate, tone: 'success' };
    case 'NoCertifDenied':
      return { key: 'fit', date: fitFrom(check), tone: 'info' };
    case 'NoShow':
      return { key: 'noShow', date: null, tone: 'warning' };
    case 'NonOperable':
      return { key: 'nonOperable', date: null, tone: 'neutral' };
    case 'Cancelled':
      return { key: 'cancelled', date: null, tone: 'neutral' };
    case 'Deleted':
      return { key: 'deleted', date: null, tone: 'neutral' };
    case null:
      return { key: 'unknown', date: null, tone: 'neutral' };
  }
}

function fitFrom({ newIncapacityEndDate, checkDate, incapacityStartDate }: OutcomeFacts): CalendarDay {
  return newIncapacityEndDate === null ? (checkDate ?? incapacityStartDate) : addDays(newIncapacityEndDate, 1);
}

/** Whether there was a check to report on: an examination, or a visit or an invitation that the worker missed. */
export function tookPlace({ checkOccurence }: Pick<OutcomeFacts, 'checkOccurence'>): boolean {
  return COMPLETED_OCCURRENCES.some((occurrence) => occurrence === checkOccurence);
}

/** Advice that follows from an outcome: keys of `reports:next`; `byReason` is the words of `enums:nonOperableNextStep`. */
export const NEXT_STEPS = [
  'tellFit',
  'noObligation',
  'arbitration',
  'payroll',
  'covered',
  'prolongation',
  'secondCheck',
  'askExplanation',
  'forceMajeure',
  'orderAgain',
  'byReason',
  'notCharged',
  'nothing',
] as const;
export type NextStep = (typeof NEXT_STEPS)[number];

export interface NextStepFacts extends OutcomeFacts {
  readonly prolongationNeeded: boolean;
  readonly secondCheckNeeded: boolean;
  readonly workerDisagreement: boolean;
  readonly companyTotalPrice: number | null;
}

/** What the employer can do with an outcome (domain.md 2.2, 2.3 and 4.3). */
export function nextStepsOf(check: NextStepFacts): readonly NextStep[] {
  const { key } = outcomeOf(check);
  switch (key) {
    case 'fit':
      return keep([
        ['tellFit', true],
        ['noObligation', true],
        ['arbitration', check.workerDisagreement],
        ['payroll', true],
        ['secondCheck', check.secondCheckNeeded],
      ]);
    case 'confirmed':
      return keep([
        ['covered', true],
        ['prolongation', check.prolongationNeeded],
        ['secondCheck', check.secondCheckNeeded],
        ['arbitration', check.workerDisagreement],
      ]);
    case 'noShow':
      return keep([
        ['askExplanation', true],
        ['forceMajeure', true],
        ['payroll', true],
        ['orderAgain', true],
      ]);
    case 'nonOperable':
      return keep([
        ['byReason', check.nonOperableReason !== null],
        ['notCharged', check.companyTotalPrice === 0],
        ['nothing', check.nonOperableReason === null && check.companyTotalPrice !== 0],
      ]);
    case 'cancelled':
      return keep([
        ['notCharged', check.companyTotalPrice === 0],
        ['orderAgain', true],
      ]);
    case 'deleted':
    case 'unknown':
      return ['nothing'];
  }
}

/** Whether a new check for the same worker is a sensible next step. */
export function mayOrderAgain(check: NextStepFacts): boolean {
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

function keep(steps: readonly (readonly [NextStep, boolean])[]): readonly NextStep[] {
  return steps.filter(([, applies]) => applies).map(([step]) => step);
}
