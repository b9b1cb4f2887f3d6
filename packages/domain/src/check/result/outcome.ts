import { addDays, type CalendarDay, daysBetween } from '../../clock.ts';
import {
  type ArbitrationRuling,
  type CheckLocation,
  type CheckOccurence,
  COMPLETED_OCCURRENCES,
  type NonOperableReason,
  type NoShowExcuse,
} from '../enums.ts';

/** The facts of an archived check that make its outcome. */
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
 * The outcome for readers: a message key of `reports:outcome`, with the day in its text.
 * A doctor gives an opinion on fitness and nobody can oblige a worker to resume (domain.md, fact 4), so the text of an early
 * return is "considered fit from" the day after the new end of the incapacity. On a day without certificate the doctor
 * judges only that day (domain.md 2.1): a worker who is not unfit then is fit from that day.
 */
export type Outcome =
  | { readonly key: 'fit' | 'confirmed'; readonly date: CalendarDay }
  | { readonly key: 'noShow' | 'nonOperable' | 'cancelled' | 'deleted' | 'unknown'; readonly date: null };

/** Whether the worker was examined by video: the outcome `Yes` is used for a practice as well. */
export const isExaminedByVideo = (checkOccurence: string | null, checkLocation: string | null): boolean =>
  checkOccurence === 'Yes' && checkLocation === 'Telecheck';

/** The message key in `enums` for the outcome of one check: `Yes` has different texts for a practice and for video (domain.md 4.4). */
export const occurenceKey = (checkOccurence: CheckOccurence, checkLocation: CheckLocation) =>
  isExaminedByVideo(checkOccurence, checkLocation) ? 'videoOccurence.Yes' : (`checkOccurence.${checkOccurence}` as const);

/** The message key in `enums` for an outcome by which checks are counted or filtered: the text of `Yes` covers practice and video. */
export const countedOccurenceKey = (checkOccurence: CheckOccurence) =>
  checkOccurence === 'Yes' ? 'countedOccurence.Yes' : (`checkOccurence.${checkOccurence}` as const);

/** The colour tone of an outcome, on the screen and in the PDF; it adds no information to the text. */
export const OUTCOME_TONES = {
  fit: 'info',
  confirmed: 'success',
  noShow: 'warning',
  nonOperable: 'neutral',
  cancelled: 'neutral',
  deleted: 'neutral',
  unknown: 'neutral',
} as const satisfies Record<Outcome['key'], string>;

/** The outcome of an archived check. */
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

/** The explanation of an outcome: a message key of `reports:outcomeText`, with the values of its text. */
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

/** The explanation of the outcome; null: nothing to add. */
export function explanationOf(
  check: OutcomeFacts & { readonly arbitrationRuling: ArbitrationRuling | null; readonly noShowExcuse: NoShowExcuse | null },
): Explanation | null {
  const { key } = outcomeOf(check);
  if (key === 'unknown') return null;
  // A ruling replaces the explanation of the control doctor's findings.
  if (check.arbitrationRuling !== null) return { key: `ruled${check.arbitrationRuling}` };
  if (key === 'noShow' && check.noShowExcuse !== null) return { key: 'noShowExcused' };
  // A day without certificate has no certificate to confirm or to shorten.
  if (check.checkOccurence === 'NoCertifConfirmed' && key === 'confirmed') return { key: 'confirmedDay' };
  if (check.checkOccurence === 'NoCertifDenied') return { key: 'denied' };
  if (key !== 'fit') return { key };
  const end = check.newIncapacityEndDate;
  return end === null ? { key: 'denied' } : { key, date: end, days: daysBetween(end, check.incapacityEndDate) };
}

/**
 * Days of absence that a result saved: from the new end to the original one, and at least the one day of a day without certificate that is not confirmed
 * (domain.md 4.4).
 */
export function savedDays(
  check: Pick<OutcomeFacts, 'checkOccurence' | 'earlyReturn' | 'incapacityEndDate' | 'newIncapacityEndDate'>,
): number {
  if (!check.earlyReturn || !tookPlace(check)) return 0;
  const { newIncapacityEndDate: end } = check;
  return Math.max(check.checkOccurence === 'NoCertifDenied' ? 1 : 0, end === null ? 0 : daysBetween(end, check.incapacityEndDate));
}

/** Whether the check took place: an examination, or a visit or appointment that the worker missed. */
export function tookPlace({ checkOccurence }: Pick<OutcomeFacts, 'checkOccurence'>): boolean {
  return COMPLETED_OCCURRENCES.some((occurrence) => occurrence === checkOccurence);
}
