import { type EnumKind, type FieldKind, isEnumKind, type KindValues } from '../fields.ts';
import { CHECK_FIELD_NAMES, CHECK_FIELDS, type CheckField, type CheckFieldRule, FACT_SECTIONS, type FactSection } from './fields.ts';
import { vatOn } from './price/price.ts';
import { isExaminedByVideo, type OutcomeFacts, savedDays, tookPlace } from './result/outcome.ts';

/** Fields of CHECK_FIELDS that have a line in reports, or are part of one. */
type FactField = { [Name in CheckField]: (typeof CHECK_FIELDS)[Name] extends { readonly section: FactSection } ? Name : never }[CheckField];
type KindOf<Name extends FactField> = (typeof CHECK_FIELDS)[Name]['kind'];

const hasSection = (name: CheckField): name is FactField => (CHECK_FIELDS[name] as CheckFieldRule).section !== undefined;
/** The fields that a page or a document needs to show the facts of a check. */
export const FACT_FIELDS: readonly FactField[] = CHECK_FIELD_NAMES.filter(hasSection);

/** A check as one reader may see it: hidden fields are null or empty. */
export type ReportedCheck = OutcomeFacts & { readonly [Name in FactField]: KindValues[KindOf<Name>] | null };

/** Lines that are computed from other fields. */
const OTHER_FACTS = ['period', 'accident', 'daysSaved', 'vat', 'total'] as const;
/** The key of a line; its label is the message `checkFields:<key>`. */
export type FactKey = FactField | (typeof OTHER_FACTS)[number];

/** One line of a page or a document. */
export type CheckFact = { readonly key: FactKey } & (
  | { readonly kind: 'enum'; readonly label: EnumKind | 'videoOccurence'; readonly value: string }
  | { readonly kind: 'period'; readonly value: readonly [string, string] }
  | { readonly kind: 'moment'; readonly value: readonly [string, string | null] }
  | { readonly kind: 'days'; readonly value: number }
  | { [Kind in Exclude<FieldKind, EnumKind>]: { readonly kind: Kind; readonly value: KindValues[Kind] } }[Exclude<FieldKind, EnumKind>]
);

/** The line of a field; null without a value, or for a "No" that is the usual answer. */
function factOf(check: ReportedCheck, key: FactField): CheckFact | null {
  const { kind, saysNo }: CheckFieldRule = CHECK_FIELDS[key];
  const value: unknown = check[key];
  if (kind === undefined || value === null || value === '' || (value === false && !saysNo)) return null;
  // ReportedCheck gives each field the value type of its kind.
  return (isEnumKind(kind) ? { key, kind: 'enum', label: kind, value } : { key, kind, value }) as CheckFact;
}

/** Fields that are shown only for checks that took place. */
const OF_EXAMINATIONS: readonly FactField[] = [
  'newIncapacityEndDate',
  'earlyReturn',
  'workerDisagreement',
  'secondCheckNeeded',
  'prolongationNeeded',
  'distanceToCheck',
  'timeToCheck',
  'examinationMinutes',
];

/** Fields that are not simply one line with their value. */
const SPECIAL: { readonly [Name in FactField]?: (check: ReportedCheck) => readonly (CheckFact | null)[] } = {
  checkOccurence: (check) => [
    isExaminedByVideo(check.checkOccurence, check.checkLocation)
      ? { key: 'checkOccurence', kind: 'enum', label: 'videoOccurence', value: 'Yes' }
      : factOf(check, 'checkOccurence'),
  ],
  // The same number in both fields is shown once, as the mobile.
  workerPhoneNumber: (check) => (check.workerPhoneNumber === check.phoneNumber ? [] : [factOf(check, 'workerPhoneNumber')]),
  incapacityStartDate: ({ incapacityStartDate, incapacityEndDate }) => [
    { key: 'period', kind: 'period', value: [incapacityStartDate, incapacityEndDate] },
  ],
  incapacityEndDate: () => [],
  accidentDate: ({ accidentDate, accidentTime }) =>
    accidentDate === null ? [] : [{ key: 'accident', kind: 'moment', value: [accidentDate, accidentTime] }],
  accidentTime: () => [],
  // The doctor answers this only for accidents (domain.md 4.4).
  checkPlausibility: (check) =>
    check.checkPlausibility === 'Unknown' && check.accidentDate === null ? [] : [factOf(check, 'checkPlausibility')],
  // Shown for a check that did not take place: when it should have.
  appointmentStart: (check) => (tookPlace(check) ? [] : [factOf(check, 'appointmentStart')]),
  checkDate: (check) => (tookPlace(check) ? [factOf(check, 'checkDate')] : []),
  checkTime: (check) => (tookPlace(check) ? [factOf(check, 'checkTime')] : []),
  earlyReturn: (check) => {
    const saved = savedDays(check);
    return [factOf(check, 'earlyReturn'), saved === 0 ? null : { key: 'daysSaved', kind: 'days', value: saved }];
  },
  // The location of a home visit says it already.
  visitCharged: (check) => (check.checkLocation === 'House' ? [] : [factOf(check, 'visitCharged')]),
  companyTotalPrice: ({ companyTotalPrice: price }) =>
    price === null
      ? []
      : [
          { key: 'companyTotalPrice', kind: 'money', value: price },
          { key: 'vat', kind: 'money', value: vatOn(price) },
          { key: 'total', kind: 'money', value: price + vatOn(price) },
        ],
};

/** The lines of these fields, in this order. Empty and hidden fields have none. */
export const linesOf = (check: ReportedCheck, fields: readonly FactField[]): readonly CheckFact[] =>
  fields.flatMap((name) => SPECIAL[name]?.(check) ?? [factOf(check, name)]).filter((fact) => fact !== null);

/** The lines of one section, in the order of CHECK_FIELDS. */
export const factsOf = (check: ReportedCheck, section: FactSection): readonly CheckFact[] =>
  linesOf(
    check,
    FACT_FIELDS.filter((name) => CHECK_FIELDS[name].section === section && (tookPlace(check) || !OF_EXAMINATIONS.includes(name))),
  );

/**
 * The lines of a report by section, for screen and PDF (specification, section 3; domain.md 4.6). Sections without lines for this reader are left
 * out.
 */
export const reportFacts = (check: ReportedCheck): readonly { readonly section: FactSection; readonly facts: readonly CheckFact[] }[] =>
  FACT_SECTIONS.map((section) => ({ section, facts: factsOf(check, section) })).filter(({ facts }) => facts.length > 0);
