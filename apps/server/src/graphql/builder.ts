import { CERTIFICATE_SOURCES, CERTIFICATE_TYPES, ENTRY_TYPES, INCAPACITY_TYPES } from '@checkwell/domain/certificate/enums';
import {
  ARBITRATION_PARTIES,
  ARBITRATION_RULINGS,
  CHECK_LOCATIONS,
  CHECK_OCCURRENCES,
  CHECK_PLAUSIBILITIES,
  CHECK_SOURCES,
  CHECK_STATUSES,
  CHECK_TIMINGS,
  COMMENT_REVIEWS,
  EXCUSE_WITHDRAWALS,
  NEXT_ACTORS,
  NO_SHOW_EXCUSES,
  NON_OPERABLE_REASON_CODES,
  PROBLEM_OWNERS,
  PROBLEM_REASONS,
} from '@checkwell/domain/check/enums';
import { CHECK_ACTIONS } from '@checkwell/domain/check/lifecycle';
import { QUALITY_RULE_NAMES } from '@checkwell/domain/check/quality/quality-rules';
import { CORRECTION_REASONS, VERSION_REASONS } from '@checkwell/domain/check/result/correction';
import { EMPLOYEE_MESSAGE_CHANNELS, REACHED, TOLD_STATES } from '@checkwell/domain/check/times/told';
import { isCalendarDay } from '@checkwell/domain/clock';
import { INTERFACE_LANGUAGES, PAGE } from '@checkwell/domain/constants';
import { PUT_ASIDE_REASONS, SENT_CERTIFICATE_STATES } from '@checkwell/domain/employee-page/certificate';
import { CLAIM_PAYMENTS, TRAVEL_CLAIM_STATES, TRAVEL_MEANS } from '@checkwell/domain/employee-page/travel-claim';
import { MESSAGE_FAILURES } from '@checkwell/domain/messages/failures';
import { SEARCH_STATES } from '@checkwell/domain/offers/states';
import { ACCESS_TYPES, GENDERS, PROFILE_KINDS, WORKER_LANGUAGES } from '@checkwell/domain/people/enums';
import { AVAILABILITY_BASES } from '@checkwell/domain/people/work-rules';
import { ROLES } from '@checkwell/domain/roles';
import SchemaBuilder from '@pothos/core';
import { GraphQLError } from 'graphql';
import type { GraphqlContext } from './context.ts';

/**
 * The builder that every `<noun>.graphql.ts` declares its types with, at import time; `schema.ts` puts them together.
 *
 * Fields are non-null unless they say `nullable: true`. Arguments and input fields are optional unless they say
 * `required: true`. Root fields answer to signed-in callers only, unless they say `extensions: PUBLIC`.
 */
export const builder = new SchemaBuilder<{
  Context: GraphqlContext;
  DefaultFieldNullability: false;
  Scalars: {
    ID: { Input: string; Output: string };
    Date: { Input: string; Output: string };
    DateTime: { Input: Date; Output: Date };
    Time: { Input: string; Output: string };
  };
}>({ defaultFieldNullability: false });

/** Marks a root field that anonymous callers may ask: `extensions: PUBLIC`. */
export const PUBLIC = { public: true } as const;

/** How many rows a list has where it is long: `extensions: rows(20)`. Lists of a connection have as many as were asked for. */
export const rows = (count: number) => ({ rows: count }) as const;
/** What a field costs that loads something, for each row that it is in: `extensions: weight(50)`. One is a field that is there. */
export const weight = (cost: number) => ({ cost }) as const;

builder.queryType({});
builder.mutationType({});

function refuse(type: string): never {
  throw new GraphQLError(`Not a value of ${type}.`);
}

builder.scalarType('Date', {
  description: 'A calendar day in Belgium, YYYY-MM-DD.',
  serialize: (day) => day,
  parseValue: (value) => (typeof value === 'string' && isCalendarDay(value) ? value : refuse('Date')),
});

/** Instants are precise to the millisecond; an offset is required, so that no reader has to guess one. */
const INSTANT = /^(\d{4}-\d\d-\d\d)T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,9})?)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/;

builder.scalarType('DateTime', {
  description: 'An instant, ISO 8601 with an offset; answers are in UTC.',
  serialize: (instant) => instant.toISOString(),
  parseValue(value) {
    const day = typeof value === 'string' ? INSTANT.exec(value)?.[1] : undefined;
    return day !== undefined && isCalendarDay(day) ? new Date(String(value)) : refuse('DateTime');
  },
});

builder.scalarType('Time', {
  description: 'A time of day in Belgium, HH:MM.',
  // The database's `time` comes with seconds, which no field of the product has.
  serialize: (time) => time.slice(0, 5),
  parseValue: (value) => (typeof value === 'string' && /^([01]\d|2[0-3]):[0-5]\d$/.test(value) ? value : refuse('Time')),
});

/** An enumeration of the domain; its values travel verbatim. */
const enumOf = <const Values extends readonly string[]>(name: string, values: Values) =>
  builder.enumType(name, { values: values as Values & readonly Values[number][] });

export const InterfaceLanguageType = enumOf('InterfaceLanguage', INTERFACE_LANGUAGES);
export const WorkerLanguageType = enumOf('WorkerLanguage', WORKER_LANGUAGES);
export const GenderType = enumOf('Gender', GENDERS);
export const AccessTypeType = enumOf('AccessType', ACCESS_TYPES);
export const AvailabilityBasisType = enumOf('AvailabilityBasis', AVAILABILITY_BASES);
export const CheckTimingType = enumOf('CheckTiming', CHECK_TIMINGS);
export const CheckLocationType = enumOf('CheckLocation', CHECK_LOCATIONS);
export const CheckOccurenceType = enumOf('CheckOccurence', CHECK_OCCURRENCES);
export const CheckStatusType = enumOf('CheckStatus', CHECK_STATUSES);
export const CheckSourceType = enumOf('CheckSource', CHECK_SOURCES);
export const CheckPlausibilityType = enumOf('CheckPlausibility', CHECK_PLAUSIBILITIES);
export const ProblemReasonType = enumOf('ProblemReason', PROBLEM_REASONS);
export const NextActorType = enumOf('NextActor', NEXT_ACTORS);
export const ProblemOwnerType = enumOf('ProblemOwner', PROBLEM_OWNERS);
export const NonOperableReasonType = enumOf('NonOperableReason', NON_OPERABLE_REASON_CODES);
export const EntryTypeType = enumOf('EntryType', ENTRY_TYPES);
export const CertificateTypeType = enumOf('CertificateType', CERTIFICATE_TYPES);
export const IncapacityTypeType = enumOf('IncapacityType', INCAPACITY_TYPES);
export const CertificateSourceType = enumOf('CertificateSource', CERTIFICATE_SOURCES);
export const CommentReviewType = enumOf('CommentReview', COMMENT_REVIEWS);
export const CorrectionReasonType = enumOf('CorrectionReason', CORRECTION_REASONS);
export const VersionReasonType = enumOf('VersionReason', VERSION_REASONS);
export const ArbitrationPartyType = enumOf('ArbitrationParty', ARBITRATION_PARTIES);
export const ArbitrationRulingType = enumOf('ArbitrationRuling', ARBITRATION_RULINGS);
export const NoShowExcuseType = enumOf('NoShowExcuse', NO_SHOW_EXCUSES);
export const ExcuseWithdrawalType = enumOf('ExcuseWithdrawal', EXCUSE_WITHDRAWALS);
export const QualityRuleType = enumOf('QualityRule', QUALITY_RULE_NAMES);
export const SentCertificateStateType = enumOf('SentCertificateState', SENT_CERTIFICATE_STATES);
export const TravelMeansType = enumOf('TravelMeans', TRAVEL_MEANS);
export const ClaimPaymentType = enumOf('ClaimPayment', CLAIM_PAYMENTS);
export const TravelClaimStateType = enumOf('TravelClaimState', TRAVEL_CLAIM_STATES);
export const PutAsideReasonType = enumOf('PutAsideReason', PUT_ASIDE_REASONS);
export const ReachedType = enumOf('Reached', REACHED);
export const EmployeeMessageChannelType = enumOf('EmployeeMessageChannel', EMPLOYEE_MESSAGE_CHANNELS);
export const ToldStateType = enumOf('ToldState', TOLD_STATES);
export const DoctorSearchStateType = enumOf('DoctorSearchState', SEARCH_STATES);
export const MessageFailureType = enumOf('MessageFailure', MESSAGE_FAILURES);
export const CheckActionType = enumOf('CheckAction', CHECK_ACTIONS);
export const ProfileKindType = enumOf('ProfileKind', PROFILE_KINDS);
export const RoleType = enumOf('Role', ROLES);
const SortDirectionType = enumOf('SortDirection', ['asc', 'desc']);

/** How a list is sorted: `sortInput('Check', CHECK_SORT_FIELDS)` makes `CheckSort`, with `CheckSortField`. */
export const sortInput = <const Fields extends readonly string[]>(noun: string, fields: Fields) => {
  const field = enumOf(`${noun}SortField`, fields);
  return builder.inputType(`${noun}Sort`, {
    fields: (t) => ({
      field: t.field({ type: field, required: true }),
      direction: t.field({ type: SortDirectionType, required: true }),
    }),
  });
};

/** One page of a list. `totalCount` counts to 1000; `totalCountCapped` says that there are more. */
export interface Connection<Node> {
  readonly nodes: readonly Node[];
  readonly pageInfo: { readonly endCursor: string | null; readonly hasNextPage: boolean };
  readonly totalCount: number;
  readonly totalCountCapped: boolean;
}

const PageInfo = builder.objectRef<Connection<unknown>['pageInfo']>('PageInfo').implement({
  description: 'Where the next page of a list begins: pass endCursor as `after`.',
  fields: (t) => ({
    endCursor: t.exposeString('endCursor', { nullable: true }),
    hasNextPage: t.exposeBoolean('hasNextPage'),
  }),
});

type ObjectRefOf<Node> = PothosSchemaTypes.ObjectRef<(typeof builder)['$inferSchemaTypes'], Node>;

/**
 * The list type of a node, `connectionOf('CheckConnection', CheckType)`; its resolver returns a `Connection`.
 * @param name of the list type, verbatim
 */
export const connectionOf = <Node>(name: string, node: ObjectRefOf<Node>) =>
  builder.objectRef<Connection<Node>>(name).implement({
    fields: (t) => ({
      nodes: t.field({ type: [node], resolve: ({ nodes }) => nodes as Node[] }),
      pageInfo: t.expose('pageInfo', { type: PageInfo }),
      totalCount: t.exposeInt('totalCount', { description: 'Counts to 1000.' }),
      totalCountCapped: t.exposeBoolean('totalCountCapped', { description: 'Whether there are more than totalCount.' }),
    }),
  });

/** The arguments of a list: `args: { filter: …, ...pageArgs }`. */
export const pageArgs = builder.args((t) => ({
  first: t.int({ description: `Rows of the page: ${PAGE.defaultSize} by default, at most ${PAGE.maxSize}.` }),
  after: t.string({ description: 'The endCursor of the page before.' }),
}));
