import type { FieldKind, FieldRule, FieldTable, KindValues, Reader, ReadersOf } from '@checkwell/domain/fields';
import type { FieldMap } from '@pothos/core';
import {
  AccessTypeType,
  ArbitrationPartyType,
  ArbitrationRulingType,
  AvailabilityBasisType,
  type builder,
  CertificateSourceType,
  CertificateTypeType,
  CheckLocationType,
  CheckOccurenceType,
  CheckPlausibilityType,
  CheckSourceType,
  CheckStatusType,
  CheckTimingType,
  CommentReviewType,
  EntryTypeType,
  GenderType,
  IncapacityTypeType,
  InterfaceLanguageType,
  NonOperableReasonType,
  NoShowExcuseType,
  ProblemOwnerType,
  ProblemReasonType,
  WorkerLanguageType,
} from './builder.ts';

/** What a kind of field is in the API. */
const TYPES = {
  id: 'ID',
  text: 'String',
  lines: 'String',
  phone: 'String',
  sender: 'String',
  day: 'Date',
  time: 'Time',
  instant: 'DateTime',
  yesNo: 'Boolean',
  number: 'Int',
  km: 'Float',
  minutes: 'Int',
  percent: 'Int',
  money: 'Int',
  checkStatus: CheckStatusType,
  problemReason: ProblemReasonType,
  problemOwner: ProblemOwnerType,
  gender: GenderType,
  workerLanguage: WorkerLanguageType,
  interfaceLanguage: InterfaceLanguageType,
  incapacityType: IncapacityTypeType,
  certifType: CertificateTypeType,
  entryType: EntryTypeType,
  certificateSource: CertificateSourceType,
  accesType: AccessTypeType,
  availabilityBasis: AvailabilityBasisType,
  checkTiming: CheckTimingType,
  checkLocation: CheckLocationType,
  checkSource: CheckSourceType,
  checkOccurence: CheckOccurenceType,
  checkPlausibility: CheckPlausibilityType,
  nonOperableReason: NonOperableReasonType,
  commentReview: CommentReviewType,
  arbitrationParty: ArbitrationPartyType,
  arbitrationRuling: ArbitrationRulingType,
  noShowExcuse: NoShowExcuseType,
} as const satisfies Record<FieldKind, unknown>;

type Types = typeof builder extends PothosSchemaTypes.SchemaBuilder<infer Of> ? Of : never;

/** As `mayBeNull`. */
type MayBeNull<Rule extends FieldRule<string>, Readers extends string> = Rule extends { readonly nullable: true }
  ? true
  : Rule extends { readonly hidden: '' }
    ? false
    : Rule['seenBy'] extends Readonly<Record<Readers, true>>
      ? false
      : true;
/** Fields whose entry says another kind than their value has, or that they are never null although they may be. */
type MissingFields<Table extends FieldTable<string>, Row> = {
  [Name in keyof Table & keyof Row]: Table[Name] extends { readonly kind: infer Kind extends FieldKind }
    ? [NonNullable<Row[Name]>] extends [KindValues[Kind]]
      ? null extends Row[Name]
        ? MayBeNull<Table[Name], ReadersOf<Table>> extends true
          ? never
          : Name
        : never
      : Name
    : never;
}[keyof Table & keyof Row];

/** Whether the value itself may be null, or appears as null for one of these readers, who does not see it. */
const mayBeNull = ({ nullable, hidden, seenBy }: FieldRule<string>, readers: readonly Reader[]): boolean =>
  nullable === true || (hidden === undefined && readers.some((reader) => seenBy[reader] !== true));

/**
 * The fields of an object that are in its table with a kind, each under its own name. What needs more than its value (a list, another
 * record, a cost) is written by hand beside it.
 * @param descriptions what a name does not say
 */
export function exposed<Row, const Table extends FieldTable<string>>(
  t: PothosSchemaTypes.ObjectFieldBuilder<Types, Row>,
  table: [MissingFields<Table, Row>] extends [never] ? Table : { readonly misfits: MissingFields<Table, Row> },
  descriptions: { readonly [Name in keyof Table]?: string },
): FieldMap {
  const fields: FieldMap = {};
  const readers = Object.values(table as Table).flatMap(({ seenBy }) => Object.keys(seenBy) as Reader[]);
  for (const [name, rule] of Object.entries(table as Table)) {
    if (rule.kind === undefined) continue;
    const description = descriptions[name];
    // `MissingFields` has compared the table with the row.
    const options = { type: TYPES[rule.kind], nullable: mayBeNull(rule, readers), ...(description !== undefined && { description }) };
    fields[name] = t.expose(name as never, options as never);
  }
  return fields;
}
