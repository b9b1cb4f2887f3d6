import type { CheckOccurence, CheckPlausibility } from '@checkwell/domain/check/enums';
import type { CorrectionReason } from '@checkwell/domain/check/result/correction';
import { isOfOneDay } from '@checkwell/domain/check/result/one-day';
import { isExamined, type ReportableOccurence } from '@checkwell/domain/check/result/result';
import { correctionRule, REPORTABLE_OCCURRENCES, resultRule } from '@checkwell/domain/check/rules';
import { addDays, type CalendarDay, dayOf, instantAt, isCalendarDay, timeOf } from '@checkwell/domain/clock';
import type { ValidationKey } from '@checkwell/domain/validation';
import * as z from 'zod/mini';

/** The doctor's report as it is typed: one day, two times of it, and a verdict. */
export interface ResultForm {
  readonly checkOccurence: ReportableOccurence | '';
  readonly examinedDay: string;
  readonly examinedFrom: string;
  readonly examinedTo: string;
  /** Required when the times are far from the appointment. */
  readonly timesReason: string;
  readonly verdict: 'confirmed' | 'shortened' | '';
  readonly newIncapacityEndDate: string;
  readonly workerDisagreement: boolean;
  readonly secondCheckNeeded: boolean;
  readonly prolongationNeeded: boolean;
  readonly injuryDifference: '' | 'yes' | 'no';
  readonly checkPlausibility: CheckPlausibility | '';
  readonly independenceDeclared: boolean;
  readonly findingsHandedOver: boolean;
  readonly archiveComment: string;
  readonly medicalNote: string;
  /** For a correction only. */
  readonly correctionReason: CorrectionReason | '';
  readonly explanation: string;
}

/** The times of arrival and departure that the doctor tapped; null: not tapped. */
export interface TappedTimes {
  readonly arrivedAt: Date | null;
  readonly leftAt: Date | null;
}

/**
 * The empty report, with the tapped times. A single possible outcome is preselected.
 * @param now the day of the report, where no arrival names another
 */
export function emptyResult(now: Date, occurrences: readonly ReportableOccurence[], { arrivedAt, leftAt }: TappedTimes): ResultForm {
  const examined = occurrences.filter((occurrence) => occurrence !== 'NoShow');
  return {
    checkOccurence: examined.length === 1 ? (examined[0] ?? '') : '',
    examinedDay: dayOf(arrivedAt ?? now),
    examinedFrom: arrivedAt === null ? '' : timeOf(arrivedAt),
    examinedTo: leftAt === null ? '' : timeOf(leftAt),
    timesReason: '',
    verdict: '',
    newIncapacityEndDate: '',
    workerDisagreement: false,
    secondCheckNeeded: false,
    prolongationNeeded: false,
    injuryDifference: '',
    checkPlausibility: '',
    independenceDeclared: false,
    findingsHandedOver: false,
    archiveComment: '',
    medicalNote: '',
    correctionReason: '',
    explanation: '',
  };
}

/** The values of a report for its correction, without declarations and texts, which cannot be corrected. */
export function reportedResult(mission: ReportedMission): ResultForm {
  const { checkOccurence, examinedFrom, examinedTo, newIncapacityEndDate, injuryDifference, checkPlausibility } = mission;
  const reported = REPORTABLE_OCCURRENCES.find((occurrence) => occurrence === checkOccurence) ?? '';
  return {
    ...emptyResult(new Date(examinedFrom ?? 0), [], { arrivedAt: dateOf(examinedFrom), leftAt: dateOf(examinedTo) }),
    checkOccurence: reported,
    verdict: asksVerdict(reported) ? (newIncapacityEndDate === null ? 'confirmed' : 'shortened') : '',
    newIncapacityEndDate: newIncapacityEndDate ?? '',
    workerDisagreement: mission.workerDisagreement ?? false,
    secondCheckNeeded: mission.secondCheckNeeded ?? false,
    prolongationNeeded: mission.prolongationNeeded ?? false,
    injuryDifference: injuryDifference === null ? '' : injuryDifference ? 'yes' : 'no',
    checkPlausibility: checkPlausibility === 'Unknown' ? '' : (checkPlausibility ?? ''),
  };
}

interface ReportedMission {
  readonly checkOccurence: CheckOccurence | null;
  readonly examinedFrom: string | null;
  readonly examinedTo: string | null;
  readonly newIncapacityEndDate: string | null;
  readonly workerDisagreement: boolean | null;
  readonly secondCheckNeeded: boolean | null;
  readonly prolongationNeeded: boolean | null;
  readonly injuryDifference: boolean | null;
  readonly checkPlausibility: CheckPlausibility | null;
}

const dateOf = (text: string | null): Date | null => (text === null ? null : new Date(text));

const isTime = (text: string): boolean => /^\d\d:\d\d$/.test(text);

/** The beginning of the examination as it is typed; null while it is incomplete. */
export const typedStart = ({ examinedDay, examinedFrom }: Pick<ResultForm, 'examinedDay' | 'examinedFrom'>): Date | null =>
  isCalendarDay(examinedDay) && isTime(examinedFrom) ? instantAt(examinedDay, examinedFrom) : null;

/** A doctor's judgements on the link with the declared accident; without one the question stays open. */
export const JUDGED_PLAUSIBILITIES = ['Probably', 'Excluded', 'DontKnow'] as const satisfies readonly CheckPlausibility[];

/** Whether the form asks for a verdict: for an examination of a certified period. On a day without certificate the outcome is the verdict. */
export const asksVerdict = (occurrence: ResultForm['checkOccurence']): boolean =>
  occurrence !== '' && isExamined(occurrence) && !isOfOneDay({ checkOccurence: occurrence });

/** Whether there are findings with which the employee can disagree. */
export const asksDisagreement = (occurrence: ResultForm['checkOccurence']): boolean => occurrence !== '' && isExamined(occurrence);

/** The typed values in the shape of the rules of a report and its correction. Answers that the form does not ask for are left out. */
function findingsOf({ examinedDay, verdict, injuryDifference, checkPlausibility, ...typed }: ResultForm) {
  const instant = (time: string) => (isCalendarDay(examinedDay) && isTime(time) ? instantAt(examinedDay, time) : undefined);
  const judged = asksVerdict(typed.checkOccurence);
  return {
    checkOccurence: typed.checkOccurence,
    examinedFrom: instant(typed.examinedFrom),
    examinedTo: instant(typed.examinedTo),
    newIncapacityEndDate: judged && verdict === 'shortened' ? typed.newIncapacityEndDate : null,
    workerDisagreement: asksDisagreement(typed.checkOccurence) && typed.workerDisagreement,
    secondCheckNeeded: typed.checkOccurence === 'NoShow' && typed.secondCheckNeeded,
    prolongationNeeded: judged && verdict === 'confirmed' && typed.prolongationNeeded,
    injuryDifference: judged && injuryDifference !== '' ? injuryDifference === 'yes' : null,
    checkPlausibility: (judged && checkPlausibility) || null,
    findingsHandedOver: typed.findingsHandedOver,
  };
}

interface FieldError {
  readonly path: PropertyKey[];
  readonly message: string;
}

/** Errors of the fields that only the form has, each with its own sentence. */
function errorsOfForm({ checkOccurence, examinedDay, verdict, newIncapacityEndDate }: ResultForm): readonly FieldError[] {
  const fieldError = (missing: boolean, path: keyof ResultForm, key: ValidationKey): FieldError[] =>
    missing ? [{ path: [path], message: key }] : [];
  return [
    ...fieldError(!isCalendarDay(examinedDay), 'examinedDay', 'examinationRequired'),
    ...fieldError(asksVerdict(checkOccurence) && verdict === '', 'verdict', 'verdictRequired'),
    ...fieldError(
      asksVerdict(checkOccurence) && verdict === 'shortened' && newIncapacityEndDate === '',
      'newIncapacityEndDate',
      'newEndRequired',
    ),
  ];
}

/** The form checked by a rule: all errors at once, each at its own field. */
const formRule = <Rule extends typeof resultRule | typeof correctionRule>(rule: Rule, read: (form: ResultForm) => object) =>
  z.pipe(
    z.custom<ResultForm>(),
    z.transform((form: ResultForm, { issues }): z.infer<Rule> => {
      const own = errorsOfForm(form);
      const { data, error } = rule.safeParse(read(form));
      // Without a day there is no start; the error belongs to the day then, not to a time that is filled in.
      const blameless = (path: PropertyKey | undefined): boolean =>
        (path === 'examinedFrom' || path === 'examinedTo') && !isCalendarDay(form.examinedDay) && isTime(form[path]);
      const others = (error?.issues ?? []).filter(({ path }) => !blameless(path[0]));
      for (const { path, message, ...rest } of [...own, ...others]) {
        const limit = 'maximum' in rest ? { maximum: rest.maximum } : {};
        issues.push({ code: 'custom', path, message, input: form, ...limit });
      }
      // With errors, the value is not used.
      return data as z.infer<Rule>;
    }),
  );

/** The form of a report, checked by `resultRule`. */
export const resultFormRule = formRule(resultRule, (form) => {
  const { timesReason, independenceDeclared, archiveComment, medicalNote } = form;
  return { ...findingsOf(form), timesReason, independenceDeclared, archiveComment, medicalNote };
});

/** The form of a correction, checked by `correctionRule`. */
export const correctionFormRule = formRule(correctionRule, (form) => {
  const { correctionReason, explanation } = form;
  return { ...findingsOf(form), correctionReason, explanation };
});

/** First day on which the worker is considered fit, from the last day of incapacity. */
export const fitFrom = (lastDay: CalendarDay): CalendarDay => addDays(lastDay, 1);
