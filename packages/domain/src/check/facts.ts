import type { CertificateType, IncapacityType } from '../certificate/enums.ts';
import type { CalendarDay } from '../clock.ts';
import type { InterfaceLanguage } from '../constants.ts';
import type { Gender, WorkerLanguage } from '../people/enums.ts';
import type { CheckLocation, CheckPlausibility, CheckSource, CheckTiming } from './enums.ts';
import { type OutcomeFacts, tookPlace } from './outcome.ts';
import { earlyReturnDays, vatOn } from './price.ts';

/** An instant, as the server has it or as it travels. */
type Instant = Date | string;

/** A check as one reader may see it: what the policy hides is null. */
export interface ReportedCheck extends OutcomeFacts {
  readonly workerFullName: string;
  readonly workerGender: Gender;
  readonly workerLanguage: WorkerLanguage;
  readonly workerAddress: string;
  readonly workerPhoneNumber: string;
  readonly phoneNumber: string;
  readonly workerExternalId: string;
  readonly subEmployee: string;
  readonly companyName: string;
  readonly incapacityType: IncapacityType;
  readonly certificateType: CertificateType;
  readonly incapacityPercentage: number;
  readonly authorizedExit: boolean;
  readonly accidentDate: CalendarDay | null;
  readonly accidentTime: string | null;
  readonly injuryDifference: boolean | null;
  readonly checkPlausibility: CheckPlausibility;
  readonly checkTiming: CheckTiming;
  readonly checkLocation: CheckLocation;
  readonly creationDate: Instant;
  readonly modificationDate: Instant;
  readonly source: CheckSource;
  readonly isRandom: boolean;
  readonly doctorFullName: string;
  readonly appointmentStart: Instant | null;
  readonly checkTime: string | null;
  readonly examinationMinutes: number | null;
  readonly distanceToCheck: number | null;
  readonly timeToCheck: number | null;
  readonly secondCheckNeeded: boolean;
  readonly prolongationNeeded: boolean;
  readonly workerDisagreement: boolean;
  readonly archiveComment: string | null;
  readonly archivedAt: Instant | null;
  readonly resultSentBy: string;
  readonly companyTotalPrice: number | null;
  readonly doctorTotalPrice: number | null;
  readonly doctorTravelCosts: number | null;
  readonly doctorExtraCosts: number | null;
  readonly doctorReactivity: number | null;
  readonly doctorEfficiency: number | null;
  readonly superiorFullName: string | null;
  readonly superiorEmail: string | null;
  readonly superiorLg: InterfaceLanguage | null;
  readonly providerComment: string | null;
  readonly doctorComment: string | null;
}

/** Parts of a report, in order. */
export const FACT_SECTIONS = ['result', 'worker', 'incapacity', 'comments', 'order', 'cost'] as const;
export type FactSection = (typeof FACT_SECTIONS)[number];

/** Facts whose labels stand in `checks:field`; all others in `reports:field`. */
export const ORDER_FACT_KEYS = [
  'workerFullName',
  'workerExternalId',
  'workerAddress',
  'workerPhoneNumber',
  'phoneNumber',
  'workerGender',
  'workerLanguage',
  'companyName',
  'subEmployee',
  'period',
  'incapacityType',
  'certificateType',
  'authorizedExit',
  'incapacityPercentage',
  'accident',
  'injuryDifference',
  'checkPlausibility',
  'checkTiming',
  'checkLocation',
  'appointment',
  'doctorFullName',
  'providerComment',
  'doctorComment',
  'creationDate',
  'modificationDate',
  'source',
  'isRandom',
  'superiorFullName',
  'superiorEmail',
  'superiorLg',
] as const;
export type OrderFactKey = (typeof ORDER_FACT_KEYS)[number];
export const RESULT_FACT_KEYS = [
  'checkOccurence',
  'nonOperableReason',
  'checkDate',
  'checkTime',
  'newIncapacityEndDate',
  'earlyReturn',
  'daysSaved',
  'workerDisagreement',
  'secondCheckNeeded',
  'prolongationNeeded',
  'distanceToCheck',
  'timeToCheck',
  'examinationMinutes',
  'archivedAt',
  'resultSentBy',
  'archiveComment',
  'companyTotalPrice',
  'vat',
  'total',
  'doctorTotalPrice',
  'doctorTravelCosts',
  'doctorExtraCosts',
  'doctorReactivity',
  'doctorEfficiency',
] as const;
export type ResultFactKey = (typeof RESULT_FACT_KEYS)[number];

/**
 * Which answer of a question stands in a report. `both`: a "No" says something of its own; `yes`: a "No" is how it usually is, and the
 * line would only take room.
 */
const YES_NO_FACTS = {
  /** Where the doctor finds the worker hangs on either. */
  authorizedExit: 'both',
  /** Asked about accidents alone, and an answer of the doctor either way. */
  injuryDifference: 'both',
  isRandom: 'yes',
  earlyReturn: 'yes',
  workerDisagreement: 'yes',
  secondCheckNeeded: 'yes',
  prolongationNeeded: 'yes',
} as const satisfies { readonly [Key in OrderFactKey | ResultFactKey]?: 'both' | 'yes' };
type YesNoFactKey = keyof typeof YES_NO_FACTS;

/** One line of a report. `enum`: a label of `enums`; `sender`: `system` or a name; `lines`: free text with its line breaks. */
export type CheckFact = YesNoFact | OtherFact;
interface YesNoFact {
  readonly key: YesNoFactKey;
  readonly kind: 'yesNo';
  readonly value: boolean;
}
type OtherFact = { readonly key: Exclude<OrderFactKey | ResultFactKey, YesNoFactKey> } & (
  | { readonly kind: 'text' | 'lines' | 'phone'; readonly value: string | null }
  | { readonly kind: 'sender'; readonly value: string }
  | { readonly kind: 'day'; readonly value: CalendarDay | null }
  | { readonly kind: 'time'; readonly value: string | null }
  | { readonly kind: 'instant'; readonly value: Instant | null }
  | { readonly kind: 'period'; readonly value: readonly [CalendarDay, CalendarDay] }
  | { readonly kind: 'moment'; readonly value: readonly [CalendarDay, string | null] }
  | { readonly kind: 'km' | 'minutes' | 'days' | 'percent' | 'money'; readonly value: number | null }
  | {
      readonly kind: 'enum';
      readonly label:
        | 'gender'
        | 'workerLanguage'
        | 'incapacityType'
        | 'certifType'
        | 'checkPlausibility'
        | 'checkTiming'
        | 'checkLocation'
        | 'checkSource'
        | 'checkOccurence'
        | 'nonOperableReason'
        | 'interfaceLanguage';
      readonly value: string;
    }
);

/** The facts that say something: one without a value has no line, nor has a "No" that goes without saying. */
const telling = (facts: readonly CheckFact[]): readonly CheckFact[] =>
  facts.filter((fact) =>
    fact.kind === 'yesNo' ? fact.value || YES_NO_FACTS[fact.key] === 'both' : fact.value !== null && fact.value !== '',
  );

/**
 * What a report says, line by line: the one place for which fields are shown, where and when, for screen and PDF alike
 * (specification, section 3; domain.md 4.6). What is empty has no line, and sections without a line are absent: nothing of theirs is
 * for this reader.
 */
export function reportFacts(check: ReportedCheck): readonly { readonly section: FactSection; readonly facts: readonly CheckFact[] }[] {
  const sections: Record<FactSection, readonly CheckFact[]> = {
    result: resultFacts(check),
    worker: workerFacts(check),
    incapacity: incapacityFacts(check),
    comments: commentFacts(check),
    order: orderFacts(check),
    cost: costFacts(check),
  };
  return FACT_SECTIONS.map((section) => ({ section, facts: sections[section] })).filter(({ facts }) => facts.length > 0);
}

export function workerFacts(check: ReportedCheck): readonly CheckFact[] {
  return telling([
    { key: 'workerFullName', kind: 'text', value: check.workerFullName },
    { key: 'workerExternalId', kind: 'text', value: check.workerExternalId },
    { key: 'workerAddress', kind: 'lines', value: check.workerAddress },
    { key: 'workerPhoneNumber', kind: 'phone', value: check.workerPhoneNumber },
    { key: 'phoneNumber', kind: 'phone', value: check.phoneNumber },
    { key: 'workerGender', kind: 'enum', label: 'gender', value: check.workerGender },
    { key: 'workerLanguage', kind: 'enum', label: 'workerLanguage', value: check.workerLanguage },
    { key: 'companyName', kind: 'text', value: check.companyName },
    { key: 'subEmployee', kind: 'text', value: check.subEmployee },
  ]);
}

export function incapacityFacts(check: ReportedCheck): readonly CheckFact[] {
  const { accidentDate } = check;
  return telling([
    { key: 'period', kind: 'period', value: [check.incapacityStartDate, check.incapacityEndDate] },
    { key: 'incapacityType', kind: 'enum', label: 'incapacityType', value: check.incapacityType },
    { key: 'certificateType', kind: 'enum', label: 'certifType', value: check.certificateType },
    { key: 'authorizedExit', kind: 'yesNo', value: check.authorizedExit },
    { key: 'incapacityPercentage', kind: 'percent', value: check.incapacityPercentage },
    ...(accidentDate === null ? [] : [{ key: 'accident', kind: 'moment', value: [accidentDate, check.accidentTime] } as const]),
    ...(check.injuryDifference === null ? [] : [{ key: 'injuryDifference', kind: 'yesNo', value: check.injuryDifference } as const]),
    // Only accidents are asked about; elsewhere it would be a fact about nothing (domain.md 4.4).
    ...(check.checkPlausibility === 'Unknown' && accidentDate === null
      ? []
      : [{ key: 'checkPlausibility', kind: 'enum', label: 'checkPlausibility', value: check.checkPlausibility } as const]),
  ]);
}

/** What the employer wanted provider and doctor to know, as far as this reader may see it. */
export function commentFacts(check: Pick<ReportedCheck, 'providerComment' | 'doctorComment'>): readonly CheckFact[] {
  return telling([
    { key: 'providerComment', kind: 'lines', value: check.providerComment },
    { key: 'doctorComment', kind: 'lines', value: check.doctorComment },
  ]);
}

/** Where the order came from, and who receives the report. */
export function orderFacts(check: ReportedCheck): readonly CheckFact[] {
  return telling([
    { key: 'creationDate', kind: 'instant', value: check.creationDate },
    { key: 'modificationDate', kind: 'instant', value: check.modificationDate },
    { key: 'source', kind: 'enum', label: 'checkSource', value: check.source },
    { key: 'isRandom', kind: 'yesNo', value: check.isRandom },
    { key: 'superiorFullName', kind: 'text', value: check.superiorFullName },
    { key: 'superiorEmail', kind: 'text', value: check.superiorEmail },
    ...(check.superiorLg === null
      ? []
      : [{ key: 'superiorLg', kind: 'enum', label: 'interfaceLanguage', value: check.superiorLg } as const]),
  ]);
}

function resultFacts(check: ReportedCheck): readonly CheckFact[] {
  const { checkOccurence, nonOperableReason, newIncapacityEndDate } = check;
  const performed = tookPlace(check);
  const saved = check.earlyReturn ? earlyReturnDays(check.incapacityEndDate, newIncapacityEndDate) : 0;
  return telling([
    ...(checkOccurence === null ? [] : [{ key: 'checkOccurence', kind: 'enum', label: 'checkOccurence', value: checkOccurence } as const]),
    ...(nonOperableReason === null
      ? []
      : [{ key: 'nonOperableReason', kind: 'enum', label: 'nonOperableReason', value: nonOperableReason } as const]),
    ...(performed
      ? [
          { key: 'checkDate', kind: 'day', value: check.checkDate } as const,
          { key: 'checkTime', kind: 'time', value: check.checkTime } as const,
        ]
      : [{ key: 'appointment', kind: 'instant', value: check.appointmentStart } as const]),
    { key: 'checkTiming', kind: 'enum', label: 'checkTiming', value: check.checkTiming },
    { key: 'checkLocation', kind: 'enum', label: 'checkLocation', value: check.checkLocation },
    { key: 'doctorFullName', kind: 'text', value: check.doctorFullName },
    ...(performed ? performedFacts(check, saved) : []),
    { key: 'archivedAt', kind: 'instant', value: check.archivedAt },
    { key: 'resultSentBy', kind: 'sender', value: check.resultSentBy },
    { key: 'archiveComment', kind: 'lines', value: check.archiveComment },
  ]);
}

function performedFacts(check: ReportedCheck, saved: number): readonly CheckFact[] {
  return [
    { key: 'newIncapacityEndDate', kind: 'day', value: check.newIncapacityEndDate },
    { key: 'earlyReturn', kind: 'yesNo', value: check.earlyReturn },
    ...(saved === 0 ? [] : [{ key: 'daysSaved', kind: 'days', value: saved } as const]),
    { key: 'workerDisagreement', kind: 'yesNo', value: check.workerDisagreement },
    { key: 'secondCheckNeeded', kind: 'yesNo', value: check.secondCheckNeeded },
    { key: 'prolongationNeeded', kind: 'yesNo', value: check.prolongationNeeded },
    { key: 'distanceToCheck', kind: 'km', value: check.distanceToCheck },
    { key: 'timeToCheck', kind: 'minutes', value: check.timeToCheck },
    { key: 'examinationMinutes', kind: 'minutes', value: check.examinationMinutes },
  ];
}

function costFacts(check: ReportedCheck): readonly CheckFact[] {
  const price = check.companyTotalPrice;
  return telling([
    { key: 'companyTotalPrice', kind: 'money', value: price },
    { key: 'vat', kind: 'money', value: price === null ? null : vatOn(price) },
    { key: 'total', kind: 'money', value: price === null ? null : price + vatOn(price) },
    // What the doctor is paid and rated is the provider's (domain.md 4.6): null for everybody else.
    { key: 'doctorTotalPrice', kind: 'money', value: check.doctorTotalPrice },
    { key: 'doctorTravelCosts', kind: 'money', value: check.doctorTravelCosts },
    { key: 'doctorExtraCosts', kind: 'money', value: check.doctorExtraCosts },
    { key: 'doctorReactivity', kind: 'minutes', value: check.doctorReactivity },
    { key: 'doctorEfficiency', kind: 'percent', value: check.doctorEfficiency },
  ]);
}
