import { isExamined, type ReportableOccurence } from '@checkwell/domain/check/result';
import { resultRule } from '@checkwell/domain/check/rules';
import { addDays, type CalendarDay, dayOf, instantAt, isCalendarDay, timeOf } from '@checkwell/domain/clock';
import * as z from 'zod/mini';

/** The doctor's report as it is typed: one day, two times of it, and a verdict. */
export interface ResultForm {
  readonly checkOccurence: ReportableOccurence | '';
  readonly examinedDay: string;
  readonly examinedFrom: string;
  readonly examinedTo: string;
  readonly verdict: 'confirmed' | 'shortened' | '';
  readonly newIncapacityEndDate: string;
  readonly workerDisagreement: boolean;
  readonly secondCheckNeeded: boolean;
  readonly prolongationNeeded: boolean;
  readonly injuryDifference: '' | 'yes' | 'no';
  readonly independenceDeclared: boolean;
  readonly findingsHandedOver: boolean;
  readonly archiveComment: string;
  readonly medicalNote: string;
}

/** A report that begins now. The only possible outcome is chosen already. */
export function emptyResult(now: Date, occurrences: readonly ReportableOccurence[]): ResultForm {
  const examined = occurrences.filter((occurrence) => occurrence !== 'NoShow');
  return {
    checkOccurence: examined.length === 1 ? (examined[0] ?? '') : '',
    examinedDay: dayOf(now),
    examinedFrom: timeOf(new Date(now.getTime() - 15 * 60_000)),
    examinedTo: timeOf(now),
    verdict: '',
    newIncapacityEndDate: '',
    workerDisagreement: false,
    secondCheckNeeded: false,
    prolongationNeeded: false,
    injuryDifference: '',
    independenceDeclared: false,
    findingsHandedOver: false,
    archiveComment: '',
    medicalNote: '',
  };
}

const instant = (day: string, time: string): Date | undefined =>
  isCalendarDay(day) && /^\d\d:\d\d$/.test(time) ? instantAt(day, time) : undefined;

/** Whether a verdict is asked: for an examination of a certified period. Days without certificate carry it in the outcome. */
export const asksVerdict = (occurrence: ResultForm['checkOccurence']): boolean =>
  occurrence !== '' && isExamined(occurrence) && occurrence !== 'NoCertifConfirmed' && occurrence !== 'NoCertifDenied';

/** What is typed, as the rule of a report reads it. A verdict that is missing shows at its own field. */
export const resultFormRule = z.pipe(
  z.pipe(
    z.custom<ResultForm>().check(
      z.refine<ResultForm>(({ checkOccurence, verdict }) => !asksVerdict(checkOccurence) || verdict !== '', {
        path: ['verdict'],
        error: 'validation:required',
      }),
      z.refine<ResultForm>(
        ({ checkOccurence, verdict, newIncapacityEndDate }) =>
          !asksVerdict(checkOccurence) || verdict !== 'shortened' || newIncapacityEndDate !== '',
        {
          path: ['newIncapacityEndDate'],
          error: 'validation:newEndRequired',
        },
      ),
    ),
    z.transform(({ examinedDay, verdict, injuryDifference, ...typed }: ResultForm) => ({
      ...typed,
      examinedFrom: instant(examinedDay, typed.examinedFrom),
      examinedTo: instant(examinedDay, typed.examinedTo),
      newIncapacityEndDate: asksVerdict(typed.checkOccurence) && verdict === 'shortened' ? typed.newIncapacityEndDate : null,
      injuryDifference: injuryDifference === '' ? null : injuryDifference === 'yes',
    })),
  ),
  resultRule,
);

/** First day on which the worker is considered fit, from the last day of incapacity. */
export const fitFrom = (lastDay: CalendarDay): CalendarDay => addDays(lastDay, 1);
