import { addDays, type CalendarDay, daysBetween } from '../../clock.ts';
import {
  type ArbitrationRuling,
  type CheckLocation,
  type CheckOccurence,
  COMPLETED_OCCURRENCES,
  type NonOperableReason,
  type NoShowExcuse,
} from '../enums.ts';

/** What an archived check says about its outcome. */
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
  | { readonly key: 'fit' | 'confirmed'; readonly date: CalendarDay }
  | { readonly key: 'noShow' | 'nonOperable' | 'cancelled' | 'deleted' | 'unknown'; readonly date: null };

/** Whether the worker was examined by video: `Yes` stands for a practice as well. */
export const isExaminedByVideo = (checkOccurence: string | null, checkLocation: string | null): boolean =>
  checkOccurence === 'Yes' && checkLocation === 'Telecheck';

/**
 * The key of the text for the outcome of one check, in `enums`: `Yes` is an examination at a practice or by video (domain.md 4.4).
 * Where checks are counted or filtered by outcome, `checkOccurence` has the texts for both.
 */
export const occurenceKey = (checkOccurence: CheckOccurence, checkLocation: CheckLocation) =>
  isExaminedByVideo(checkOccurence, checkLocation) ? 'videoOccurence.Yes' : (`checkOccurence.${checkOccurence}` as const);

/** How an outcome looks, on the screen and in its PDF; the words say the same. */
export const OUTCOME_TONES = {
  fit: 'info',
  confirmed: 'success',
  noShow: 'warning',
  nonOperable: 'neutral',
  cancelled: 'neutral',
  deleted: 'neutral',
  unknown: 'neutral',
} as const satisfies Record<Outcome['key'], string>;

export function outcomeOf(check: OutcomeFacts): Outcome {
  switch (check.checkOccurence) {
    case 'Yes':
    case 'YesPatientHome':
    case 'YesSecondCheck':
    case 'NoCertifConfirmed':
      return check.earlyReturn && check.newIncapacityEndDate !== null
        ? { key: 'fit', date: addDays(check.newIncapacityEndDate, 1) }
        : { key: 'confirmed', date: check.newIncapacityEndDate ?? check.incapacityEndDate };
    case 'NoCertifDenied':
      return { key: 'fit', date: fitFrom(check) };
    case 'NoShow':
      return { key: 'noShow', date: null };
    case 'NonOperable':
      return { key: 'nonOperable', date: null };
    case 'Cancelled':
      return { key: 'cancelled', date: null };
    case 'Deleted':
      return { key: 'deleted', date: null };
    case null:
      return { key: 'unknown', date: null };
  }
}

function fitFrom({ newIncapacityEndDate, checkDate, incapacityStartDate }: OutcomeFacts): CalendarDay {
  return newIncapacityEndDate === null ? (checkDate ?? incapacityStartDate) : addDays(newIncapacityEndDate, 1);
}

/** What the outcome means, in one more sentence: a key of `reports:outcomeText`, with what the sentence names; null: nothing to add. */
export type Explanation =
  | { readonly key: 'fit'; readonly date: CalendarDay; readonly days: number }
  | {
      readonly key:
        | 'denied'
        | 'confirmed'
        | 'confirmedDay'
        | 'noShow'
        | 'noShowExcused'
        | 'nonOperable'
        | 'cancelled'
        | 'deleted'
        | `ruled${ArbitrationRuling}`;
    };

export function explanationOf(
  check: OutcomeFacts & { readonly arbitrationRuling: ArbitrationRuling | null; readonly noShowExcuse: NoShowExcuse | null },
): Explanation | null {
  const { key } = outcomeOf(check);
  if (key === 'unknown') return null;
  // What is there is the ruling, whatever the control doctor found.
  if (check.arbitrationRuling !== null) return { key: `ruled${check.arbitrationRuling}` };
  if (key === 'noShow' && check.noShowExcuse !== null) return { key: 'noShowExcused' };
  // There is no certificate to agree with, or to shorten.
  if (check.checkOccurence === 'NoCertifConfirmed' && key === 'confirmed') return { key: 'confirmedDay' };
  if (check.checkOccurence === 'NoCertifDenied') return { key: 'denied' };
  if (key !== 'fit') return { key };
  const end = check.newIncapacityEndDate;
  return end === null ? { key: 'denied' } : { key, date: end, days: daysBetween(end, check.incapacityEndDate) };
}

/** Whether there was a check to report on: an examination, or a visit or an invitation that the worker missed. */
export function tookPlace({ checkOccurence }: Pick<OutcomeFacts, 'checkOccurence'>): boolean {
  return COMPLETED_OCCURRENCES.some((occurrence) => occurrence === checkOccurence);
}
