import { EMPLOYEE_NEWS } from '@checkwell/domain/check/employee-news';
import { CHECK_FIELDS, type CheckField } from '@checkwell/domain/check/fields';
import { CHECK_ACTIONS } from '@checkwell/domain/check/lifecycle';
import { batched, batchedItem } from '../../graphql/batch.ts';
import {
  builder,
  CheckActionType,
  CheckOccurenceType,
  CheckPlausibilityType,
  CheckStatusType,
  ClaimPaymentType,
  CorrectionReasonType,
  DoctorSearchStateType,
  QualityRuleType,
  ReachedType,
  rows,
  SentCertificateStateType,
  TellingChannelType,
  ToldStateType,
  TravelClaimStateType,
  TravelMeansType,
  weight,
} from '../../graphql/builder.ts';
import type { GraphqlContext } from '../../graphql/context.ts';
import { exposed } from '../../graphql/fields.ts';
import { needs } from '../../graphql/selection.ts';
import { DoctorType } from '../doctors/doctors.graphql.ts';
import { DocumentType } from '../documents/documents.graphql.ts';
import { MailFailureType } from '../mailbox/mailbox.graphql.ts';
import type { CheckEvent, CheckView } from './checks.service.ts';
import type { FormerResult } from './checks.view.ts';
import type { SaidAddress } from './employee-page/employee-address.service.ts';
import type { SentCertificate } from './employee-page/sent-certificates.service.ts';
import type { TravelClaim } from './employee-page/travel-claims.service.ts';
import type { ShownTelling } from './messages/checks.told.ts';
import type { Undelivered } from './messages/checks.undelivered.ts';
import type { AttemptView } from './steps/checks.attempts.ts';
import type { HeldResultView } from './steps/checks.held.ts';

const FormerResultType = builder.objectRef<FormerResult>('FormerResult').implement({
  description: 'A result as it was before it was corrected; null: not for this reader, or there was none.',
  fields: (t) => ({
    checkOccurence: t.expose('checkOccurence', { type: CheckOccurenceType, nullable: true }),
    examinedFrom: t.expose('examinedFrom', { type: 'DateTime', nullable: true }),
    examinedTo: t.expose('examinedTo', { type: 'DateTime', nullable: true }),
    examinationMinutes: t.exposeInt('examinationMinutes', { nullable: true }),
    newIncapacityEndDate: t.expose('newIncapacityEndDate', { type: 'Date', nullable: true }),
    earlyReturn: t.exposeBoolean('earlyReturn', { nullable: true }),
    workerDisagreement: t.exposeBoolean('workerDisagreement', { nullable: true }),
    secondCheckNeeded: t.exposeBoolean('secondCheckNeeded', { nullable: true }),
    prolongationNeeded: t.exposeBoolean('prolongationNeeded', { nullable: true }),
    injuryDifference: t.exposeBoolean('injuryDifference', { nullable: true }),
    checkPlausibility: t.expose('checkPlausibility', { type: CheckPlausibilityType, nullable: true }),
  }),
});

const HeldResultType = builder.objectRef<HeldResultView>('HeldResult').implement({
  description: 'A result that waits for a planner before it becomes a report. For planners, and for the doctor who sent it.',
  fields: (t) => ({
    findings: t.field({
      type: [QualityRuleType],
      extensions: rows(2),
      resolve: ({ findings }) => [...findings],
      description: 'What is odd about it.',
    }),
    waitsSince: t.expose('waitsSince', { type: 'DateTime', description: 'Since when it waits for whoever has to act.' }),
    question: t.exposeString('question', { description: 'Of a planner to the doctor; empty: none.' }),
    answer: t.exposeString('answer', { description: 'Of the doctor; empty: none.' }),
    escalatedAt: t.expose('escalatedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When all planners were told that it waits too long.',
    }),
    byDoctor: t.exposeBoolean('byDoctor', { description: 'Whether its doctor sent it, and can be asked.' }),
    checkOccurence: t.expose('checkOccurence', { type: CheckOccurenceType }),
    examinedFrom: t.expose('examinedFrom', { type: 'DateTime' }),
    examinedTo: t.expose('examinedTo', { type: 'DateTime' }),
    newIncapacityEndDate: t.expose('newIncapacityEndDate', { type: 'Date', nullable: true }),
    workerDisagreement: t.exposeBoolean('workerDisagreement'),
    secondCheckNeeded: t.exposeBoolean('secondCheckNeeded'),
    prolongationNeeded: t.exposeBoolean('prolongationNeeded'),
    injuryDifference: t.exposeBoolean('injuryDifference', { nullable: true }),
    checkPlausibility: t.expose('checkPlausibility', { type: CheckPlausibilityType }),
    findingsHandedOver: t.exposeBoolean('findingsHandedOver'),
    archiveComment: t.exposeString('archiveComment'),
    timesReason: t.exposeString('timesReason', { description: 'Why the examination was far from its appointment.' }),
  }),
});

const CheckEventType = builder.objectRef<CheckEvent>('CheckEvent').implement({
  description: 'One step in the life of a check.',
  fields: (t) => ({
    id: t.exposeID('id'),
    at: t.expose('at', { type: 'DateTime' }),
    action: t.exposeString('action', { description: 'A CheckAction, or "order".' }),
    fromStatus: t.expose('fromStatus', { type: CheckStatusType, nullable: true }),
    toStatus: t.expose('toStatus', { type: CheckStatusType }),
    actorKind: t.exposeString('actorKind'),
    actorName: t.exposeString('actorName', { nullable: true, description: 'null for those who may not see the profile.' }),
    reason: t.exposeString('reason'),
    detailsErased: t.exposeBoolean('detailsErased', { description: 'Reason and details are gone: their term is over.' }),
    version: t.exposeInt('version'),
    correctionReason: t.expose('correctionReason', { type: CorrectionReasonType, nullable: true, description: 'Of a correction.' }),
    formerResult: t.expose('formerResult', { type: FormerResultType, nullable: true, description: 'What the correction replaced.' }),
    notes: t.stringList({
      extensions: rows(5),
      resolve: ({ notes }) => [...notes],
      description: 'Codes: EVENT_NOTES of domain/check/notes.ts.',
    }),
    findings: t.field({
      type: [QualityRuleType],
      extensions: rows(2),
      resolve: ({ findings }) => [...(findings ?? [])],
      description: 'What was found about a result; for planners alone.',
    }),
  }),
});

const EmployeeNewsType = builder.enumType('EmployeeNews', { values: EMPLOYEE_NEWS });
const EmployeeTellingType = builder.objectRef<ShownTelling>('EmployeeTelling').implement({
  description: 'One attempt to tell an employee of an appointment.',
  fields: (t) => ({
    id: t.exposeID('id'),
    news: t.expose('news', { type: EmployeeNewsType }),
    channel: t.expose('channel', { type: TellingChannelType, nullable: true, description: 'null: there was no way to tell.' }),
    appointmentStart: t.expose('appointmentStart', { type: 'DateTime' }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    sentAt: t.expose('sentAt', { type: 'DateTime', nullable: true, description: 'Taken by the operator or the mail server, or said.' }),
    deliveredAt: t.expose('deliveredAt', { type: 'DateTime', nullable: true, description: 'As the operator or the mail server reported.' }),
    failedAt: t.expose('failedAt', { type: 'DateTime', nullable: true }),
    reached: t.expose('reached', { type: ReachedType, nullable: true, description: 'Who answered a call.' }),
    phoneNumber: t.exposeString('phoneNumber', { description: 'Empty for the doctor.' }),
    actorName: t.exposeString('actorName', { nullable: true, description: 'Who called; null for those who may not see the profile.' }),
    withdrawnAt: t.expose('withdrawnAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When a call was taken back: recorded by mistake.',
    }),
    current: t.exposeBoolean('current', { description: 'Whether it is about the appointment that stands, or stood when the check ended.' }),
    decides: t.exposeBoolean('decides', { description: 'Whether a no-show rests on it.' }),
  }),
});

const UndeliveredType = builder.objectRef<Undelivered>('UndeliveredMail').implement({
  description: 'A mail about a check that failed for good.',
  fields: (t) => ({
    id: t.exposeID('id'),
    recipient: t.exposeString('recipient'),
    failure: t.expose('failure', { type: MailFailureType }),
    failedAt: t.expose('failedAt', { type: 'DateTime' }),
  }),
});

const VisitAttemptType = builder.objectRef<AttemptView>('VisitAttempt').implement({
  description: 'A visit where nobody opened. For planners, its doctor, and the employer once it is a no-show.',
  fields: (t) => ({
    id: t.exposeID('id'),
    appointmentStart: t.expose('appointmentStart', { type: 'DateTime', description: 'Of the visit.' }),
    attemptedAt: t.expose('attemptedAt', { type: 'DateTime' }),
    receivedAt: t.expose('receivedAt', {
      type: 'DateTime',
      nullable: true,
      description: "Set where the moment is by the phone's own clock: when the server heard of it.",
    }),
    detailsErased: t.exposeBoolean('detailsErased', { description: 'Bell, position and photograph are gone: their term is over.' }),
    bell: t.exposeString('bell'),
    latitude: t.exposeFloat('latitude', { nullable: true, description: 'Of the phone at that moment; null for employers.' }),
    longitude: t.exposeFloat('longitude', { nullable: true }),
    accuracyMetres: t.exposeFloat('accuracyMetres', { nullable: true, description: 'null: there is no position.' }),
    withinDuty: t.exposeBoolean('withinDuty', {
      nullable: true,
      description: "Whether the worker had to be at home then by the company's work rules; null: no such duty on that day.",
    }),
    cardStart: t.expose('cardStart', {
      type: 'DateTime',
      nullable: true,
      description: 'The appointment on the card; null: none was left.',
    }),
    photo: t.field({
      type: DocumentType,
      nullable: true,
      extensions: weight(5),
      resolve: ({ photoId }, _, context) =>
        photoId === null ? null : batched(context, 'documents', photoId, (ids) => context.services.documents.findMany(context.actor, ids)),
    }),
  }),
});

const SaidAddressType = builder.objectRef<SaidAddress>('SaidAddress').implement({
  description: 'Where the employee says to stay, and how to find the door. The mission stays what it is.',
  fields: (t) => ({
    address: t.exposeString('address', { description: 'Empty: nothing said about it.' }),
    bell: t.exposeString('bell', { description: 'Kept until the check ends.' }),
    doorCode: t.exposeString('doorCode', { description: 'Kept until the check ends.' }),
    saidAt: t.expose('saidAt', { type: 'DateTime' }),
    otherPlace: t.exposeBoolean('otherPlace', { description: 'Whether it is not the place of the order.' }),
    reviewedAt: t.expose('reviewedAt', { type: 'DateTime', nullable: true, description: 'When a planner dealt with that.' }),
  }),
});

const SentCertificateType = builder.objectRef<SentCertificate>('SentCertificate').implement({
  description:
    "A certificate that the employee sent, which HR looks at. It is none of the register until it is saved with its document's id.",
  fields: (t) => ({
    id: t.exposeID('id'),
    sentAt: t.expose('sentAt', { type: 'DateTime' }),
    startDate: t.expose('startDate', { type: 'Date', description: 'As the employee says.' }),
    endDate: t.expose('endDate', { type: 'Date', description: 'As the employee says.' }),
    state: t.expose('state', { type: SentCertificateStateType, description: 'Waiting, Registered, or why it was put aside.' }),
    certificateId: t.exposeID('certificateId', { nullable: true, description: 'As which it was registered.' }),
    document: t.field({
      type: DocumentType,
      nullable: true,
      description: 'null once it was put aside: then it is deleted.',
      extensions: weight(5),
      resolve: ({ documentId }, _, context) =>
        documentId === null
          ? null
          : batched(context, 'documents', documentId, (ids) => context.services.documents.findMany(context.actor, ids)),
    }),
  }),
});

const TravelClaimType = builder.objectRef<TravelClaim>('TravelClaim').implement({
  description: 'What the employee asks back for the way to the doctor. Amounts in cents.',
  fields: (t) => ({
    id: t.exposeID('checkId', { description: 'Of the check: it has one claim at most.' }),
    version: t.exposeInt('version'),
    state: t.expose('state', { type: TravelClaimStateType }),
    means: t.expose('means', { type: TravelMeansType }),
    km: t.exposeInt('km', { nullable: true, description: 'There and back; null for other means than a car.' }),
    kmRate: t.exposeInt('kmRate', { nullable: true, description: 'For a kilometre, in ten-thousandths of a euro.' }),
    kmRateFrom: t.expose('kmRateFrom', { type: 'Date', nullable: true, description: 'The first day of that rate.' }),
    amountCents: t.exposeInt('amountCents'),
    reason: t.exposeString('reason', { description: 'What else than car or public transport it was, and why.' }),
    payment: t.expose('payment', { type: ClaimPaymentType }),
    ibanEnd: t.exposeString('ibanEnd', {
      nullable: true,
      description: 'The end of the account number. All of it: `readTravelClaimAccount`.',
    }),
    claimedAt: t.expose('claimedAt', { type: 'DateTime' }),
    changedAt: t.expose('changedAt', { type: 'DateTime', description: 'When the employee last corrected it.' }),
    decidedAt: t.expose('decidedAt', { type: 'DateTime', nullable: true }),
    paidOn: t.expose('paidOn', { type: 'Date', nullable: true }),
    paidCents: t.exposeInt('paidCents', { nullable: true }),
    decisionReason: t.exposeString('decisionReason', {
      description: 'Why it was refused, or another amount was paid; the employee reads it.',
    }),
    canDecide: t.exposeBoolean('canDecide', { description: 'Whether the caller may pay or refuse it now.' }),
    canReadAccount: t.exposeBoolean('canReadAccount'),
    receipt: t.field({
      type: DocumentType,
      nullable: true,
      extensions: weight(5),
      resolve: ({ documentId }, _, context) =>
        documentId === null
          ? null
          : batched(context, 'documents', documentId, (ids) => context.services.documents.findMany(context.actor, ids)),
    }),
  }),
});

/** What a name does not say. */
const DESCRIPTIONS: { readonly [Name in CheckField]?: string } = {
  parentCheckId: 'The check before this one of the same incapacity.',
  isLaterRound: 'Whether a check of the same incapacity came before.',
  nextActor: 'provider, doctor, employer or nobody.',
  phoneNumber: 'Mobile number for this check; empty without one.',
  workerEmail: 'Private e-mail address for this check, to tell the employee of the appointment; empty without one.',
  appointmentStart: 'null for employers before a visit that is not announced is over: they know its day, `checkDate`.',
  checkDate: 'Of the examination; before it, of the appointment.',
  resultHeldAt: 'Since when a result waits for a planner, because something about it is odd; null: none does.',
  erasedAt: 'When everything personal was taken out of it; null: it is there.',
  legalHoldAt: 'Since when a legal hold keeps the check beyond its retention period; null: none does.',
  legalHoldReason: 'Why; empty without a hold.',
  resultAskedAt: 'Since when the doctor is asked about it. null for employers.',
  resultDueAt: 'When a result that was sent becomes a report; until then it can be taken back. null for employers.',
  distanceToCheck: 'Estimated road kilometres of the worker to the office, or of the doctor to the worker.',
  timeToCheck: 'Minutes for that way.',
  archiveComment: 'As its author wrote it; for the employer as the provider released it, null until then.',
  commentReview: "Where a doctor's archiveComment stands on its way to the employer; for the provider and the doctor alone.",
  releasedComment: 'What the employer reads of it; for the provider and the doctor alone.',
  companyTotalPrice: 'Cents, VAT excluded; an estimate until the check is archived. Of employers for administrators alone.',
  doctorTotalPrice: 'Cents.',
  doctorTravelCosts: 'Cents.',
  doctorExtraCosts: 'Cents.',
  doctorReactivity: 'Minutes from offer to answer.',
  doctorEfficiency: 'Percent of operational tests passed.',
  cancellationFee: 'Cents that cancelling now costs, at most; null when the caller cannot cancel.',
  cancellationFeeAtLeast: 'The same as `cancellationFee` but on the day of a visit of which the caller knows the day alone.',
};

export const CheckType = builder.objectRef<CheckView>('Check');

CheckType.implement({
  description:
    'A medical check, from the order to the report. What the caller may not see is null, or empty where it is a text that is never null. ' +
    'Who the worker is, the absence and its file are hidden from the doctor 30 days after the mission.',
  fields: (t) => ({
    ...exposed(t, CHECK_FIELDS, DESCRIPTIONS),
    // Never null here, although a check has none without a superior.
    superiorFullName: t.string({ resolve: ({ superiorFullName }) => superiorFullName ?? '' }),
    superiorEmail: t.string({ resolve: ({ superiorEmail }) => superiorEmail ?? '' }),
    availableActions: t.field({
      type: [CheckActionType],
      extensions: { ...rows(CHECK_ACTIONS.length), ...needs<CheckField>('availableActions') },
      resolve: ({ availableActions }) => [...availableActions],
      description: 'What the caller may do with the check now.',
    }),
    workerNISS: t.field({
      type: 'String',
      nullable: true,
      description: 'National register number, masked.',
      extensions: { ...weight(5), ...needs<CheckField>('employeeId') },
      resolve: ({ employeeId, showsNiss }, _, context) =>
        showsNiss && employeeId !== null
          ? batched(context, 'national numbers', employeeId, (ids) => context.services.employees.findNumbers(context.actor, ids))
          : null,
    }),
    doctor: t.field({
      type: DoctorType,
      nullable: true,
      description: 'For the provider and the doctor alone.',
      extensions: { ...weight(5), ...needs<CheckField>('doctorId') },
      resolve: ({ doctorId }, _, context) => (doctorId === null ? null : doctorOf(context, doctorId)),
    }),
    doctorSearch: t.field({
      type: DoctorSearchStateType,
      nullable: true,
      description: 'How the last search for a doctor stands; null: there was none. For planners alone.',
      extensions: { ...weight(5), ...needs<CheckField>('id') },
      resolve: ({ companyId, id }, _, context) =>
        batchedItem(context, 'doctor searches', { key: id, item: { companyId, id } }, (checks) =>
          context.services.checks.searchStates(context.actor, checks),
        ),
    }),
    employeeTold: t.field({
      type: ToldStateType,
      nullable: true,
      description: 'Whether the employee was told of the appointment in time; null: nobody is, such as of a home visit.',
      extensions: needs<CheckField>('employeeTold'),
      resolve: ({ employeeTold }) => employeeTold,
    }),
    tellings: t.field({
      type: [EmployeeTellingType],
      extensions: { ...rows(5), ...weight(5), ...needs<CheckField>('id') },
      description: 'What the employee was told, oldest first.',
      resolve: async ({ companyId, id }, _, context) => [
        ...((await batchedItem(context, 'tellings', { key: id, item: { companyId, id } }, (checks) =>
          context.services.checks.findTellings(context.actor, checks),
        )) ?? []),
      ],
    }),
    laterCheckIds: t.idList({
      description: 'The checks after this one of the same incapacity, as far as the caller reaches them; the first ordered first.',
      extensions: { ...rows(5), ...weight(5), ...needs<CheckField>('id') },
      resolve: async ({ companyId, id }, _, context) => [
        ...((await batchedItem(context, 'later checks', { key: id, item: { companyId, id } }, (checks) =>
          context.services.checks.findLater(context.actor, checks),
        )) ?? []),
      ],
    }),
    undelivered: t.field({
      type: [UndeliveredType],
      description: 'Mails about the check that nobody got, as far as they concern the viewer; oldest first. Not for the doctor.',
      extensions: { ...rows(5), ...weight(5), ...needs<CheckField>('id') },
      resolve: async ({ companyId, id }, _, context) => [
        ...((await batchedItem(context, 'undelivered messages', { key: id, item: { companyId, id } }, (checks) =>
          context.services.checks.undelivered(context.actor, checks),
        )) ?? []),
      ],
    }),
    attempts: t.field({
      type: [VisitAttemptType],
      extensions: { ...rows(3), ...weight(5), ...needs<CheckField>('id', 'checkOccurence', 'archivedAt') },
      description: 'Visits where nobody opened, oldest first, as far as the caller reads them.',
      resolve: async (check, _, context) => [
        ...((await batchedItem(context, 'attempts', { key: check.id, item: check }, (checks) =>
          context.services.checks.findAttempts(context.actor, checks),
        )) ?? []),
      ],
    }),
    heldResult: t.field({
      type: HeldResultType,
      nullable: true,
      extensions: { ...weight(5), ...needs<CheckField>('id', 'doctorId', 'resultHeldAt') },
      resolve: (check, _, context) =>
        check.resultHeldAt === null
          ? null
          : batchedItem(context, 'held results', { key: check.id, item: check }, (checks) =>
              context.services.checks.findHeldResults(context.actor, checks),
            ),
    }),
    saidAddress: t.field({
      type: SaidAddressType,
      nullable: true,
      description: 'For planners, and the doctor until the check is over.',
      extensions: { ...weight(5), ...needs<CheckField>('id', 'doctorId') },
      resolve: (check, _, context) =>
        batchedItem(context, 'said addresses', { key: check.id, item: check }, (checks) =>
          context.services.checks.findSaidAddresses(context.actor, checks),
        ),
    }),
    sentCertificates: t.field({
      type: [SentCertificateType],
      description: 'What the employee sent as certificates, oldest first. For the employer alone.',
      extensions: { ...rows(5), ...weight(5), ...needs<CheckField>('id') },
      resolve: async ({ companyId, id }, _, context) => [
        ...((await batchedItem(context, 'sent certificates', { key: id, item: { companyId, id } }, (checks) =>
          context.services.checks.findSentCertificates(context.actor, checks),
        )) ?? []),
      ],
    }),
    travelClaim: t.field({
      type: TravelClaimType,
      nullable: true,
      description: 'What the employee asks back for the way to the doctor. For the employer alone.',
      extensions: { ...weight(5), ...needs<CheckField>('id') },
      resolve: ({ companyId, id }, _, context) =>
        batchedItem(context, 'travel claims', { key: id, item: { companyId, id } }, (checks) =>
          context.services.checks.findTravelClaims(context.actor, checks),
        ),
    }),
    document: t.field({
      type: DocumentType,
      nullable: true,
      extensions: { ...weight(5), ...needs<CheckField>('documentId') },
      resolve: ({ documentId }, _, context) =>
        documentId === null
          ? null
          : batched(context, 'documents', documentId, (ids) => context.services.documents.findMany(context.actor, ids)),
    }),
    events: t.field({
      type: [CheckEventType],
      extensions: { ...rows(30), ...weight(10), ...needs<CheckField>('id') },
      description: 'The history, oldest first.',
      resolve: async (check, _, context) => [
        ...((await batchedItem(context, 'check events', { key: check.id, item: check }, (checks) =>
          context.services.checks.findEvents(context.actor, checks),
        )) ?? []),
      ],
    }),
    medicalNote: t.string({
      nullable: true,
      description: 'For its author alone.',
      extensions: { ...weight(5), ...needs<CheckField>('id') },
      resolve: (check, _, context) =>
        batchedItem(context, 'medical notes', { key: check.id, item: check }, (checks) =>
          context.services.checks.readMedicalNotes(context.actor, checks),
        ),
    }),
  }),
});

async function doctorOf(context: GraphqlContext, doctorId: string) {
  const { actor, services } = context;
  return actor.kind === 'employer' ? null : batched(context, 'doctors', doctorId, (ids) => services.doctors.findMany(actor, ids));
}
