import { CHECK_ACTIONS } from '@checkwell/domain/check/lifecycle';
import { batched, batchedItem } from '../../graphql/batch.ts';
import {
  builder,
  CertificateTypeType,
  CheckActionType,
  CheckLocationType,
  CheckOccurenceType,
  CheckPlausibilityType,
  CheckSourceType,
  CheckStatusType,
  CheckTimingType,
  CommentReviewType,
  GenderType,
  IncapacityTypeType,
  InterfaceLanguageType,
  NonOperableReasonType,
  ProblemOwnerType,
  ProblemReasonType,
  rows,
  WorkerLanguageType,
  weight,
} from '../../graphql/builder.ts';
import type { GraphqlContext } from '../../graphql/context.ts';
import { DoctorType } from '../doctors/doctors.graphql.ts';
import { DocumentType } from '../documents/documents.graphql.ts';
import type { CheckEvent, CheckView } from './checks.service.ts';

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
    version: t.exposeInt('version'),
    notes: t.stringList({
      extensions: rows(5),
      resolve: ({ notes }) => [...notes],
      description: 'Codes: EVENT_NOTES of domain/check/notes.ts.',
    }),
  }),
});

export const CheckType = builder.objectRef<CheckView>('Check');

CheckType.implement({
  description:
    'A medical check, from the order to the report. What the caller may not see is null, or empty where it is a text that is never null. ' +
    'Who the worker is, the absence and its file are hidden from the doctor 30 days after the mission.',
  fields: (t) => ({
    id: t.exposeID('id'),
    companyId: t.exposeID('companyId'),
    employeeId: t.exposeID('employeeId', { nullable: true }),
    certificateId: t.exposeID('certificateId', { nullable: true }),
    superiorId: t.exposeID('superiorId', { nullable: true }),
    parentCheckId: t.exposeID('parentCheckId', { nullable: true, description: 'The check before this one of the same incapacity.' }),
    isLaterRound: t.exposeBoolean('isLaterRound', { description: 'Whether a check of the same incapacity came before.' }),
    version: t.exposeInt('version'),
    status: t.expose('status', { type: CheckStatusType }),
    availableActions: t.field({
      type: [CheckActionType],
      extensions: rows(CHECK_ACTIONS.length),
      resolve: ({ availableActions }) => [...availableActions],
      description: 'What the caller may do with the check now.',
    }),
    nextActor: t.exposeString('nextActor', { description: 'provider, doctor, employer or nobody.' }),
    problemReason: t.expose('problemReason', { type: ProblemReasonType, nullable: true }),
    problemOwner: t.expose('problemOwner', { type: ProblemOwnerType, nullable: true }),
    problemComment: t.exposeString('problemComment'),

    workerFirstName: t.exposeString('workerFirstName'),
    workerLastName: t.exposeString('workerLastName'),
    workerFullName: t.exposeString('workerFullName'),
    workerGender: t.expose('workerGender', { type: GenderType, nullable: true }),
    workerLanguage: t.expose('workerLanguage', { type: WorkerLanguageType, nullable: true }),
    workerAddress: t.exposeString('workerAddress'),
    workerPhoneNumber: t.exposeString('workerPhoneNumber'),
    phoneNumber: t.exposeString('phoneNumber', { description: 'Mobile number for this check; empty without one.' }),
    workerExternalId: t.exposeString('workerExternalId'),
    workerNISS: t.field({
      type: 'String',
      nullable: true,
      description: 'National register number, masked.',
      extensions: weight(5),
      resolve: ({ employeeId, showsNiss }, _, context) =>
        showsNiss && employeeId !== null
          ? batched(context, 'national numbers', employeeId, (ids) => context.services.employees.findNumbers(context.actor, ids))
          : null,
    }),
    subEmployee: t.exposeString('subEmployee'),
    companyName: t.exposeString('companyName'),

    incapacityStartDate: t.expose('incapacityStartDate', { type: 'Date', nullable: true }),
    incapacityEndDate: t.expose('incapacityEndDate', { type: 'Date', nullable: true }),
    incapacityType: t.expose('incapacityType', { type: IncapacityTypeType, nullable: true }),
    certificateType: t.expose('certificateType', { type: CertificateTypeType, nullable: true }),
    incapacityPercentage: t.exposeInt('incapacityPercentage', { nullable: true }),
    authorizedExit: t.exposeBoolean('authorizedExit', { nullable: true }),
    accidentDate: t.expose('accidentDate', { type: 'Date', nullable: true }),
    accidentTime: t.expose('accidentTime', { type: 'Time', nullable: true }),
    injuryDifference: t.exposeBoolean('injuryDifference', { nullable: true }),
    checkPlausibility: t.expose('checkPlausibility', { type: CheckPlausibilityType }),

    checkTiming: t.expose('checkTiming', { type: CheckTimingType }),
    checkLocation: t.expose('checkLocation', { type: CheckLocationType }),
    creationDate: t.expose('creationDate', { type: 'DateTime' }),
    modificationDate: t.expose('modificationDate', { type: 'DateTime' }),
    source: t.expose('source', { type: CheckSourceType }),
    isRandom: t.exposeBoolean('isRandom'),
    providerComment: t.exposeString('providerComment', { nullable: true }),
    doctorComment: t.exposeString('doctorComment', { nullable: true }),

    doctorId: t.exposeID('doctorId', { nullable: true }),
    doctorFullName: t.exposeString('doctorFullName'),
    doctor: t.field({
      type: DoctorType,
      nullable: true,
      description: 'For the provider and the doctor alone.',
      extensions: weight(5),
      resolve: ({ doctorId }, _, context) => (doctorId === null ? null : doctorOf(context, doctorId)),
    }),
    appointmentStart: t.expose('appointmentStart', {
      type: 'DateTime',
      nullable: true,
      description: 'null for employers before a visit that is not announced is over: they know its day, `checkDate`.',
    }),
    appointmentEnd: t.expose('appointmentEnd', { type: 'DateTime', nullable: true }),
    checkDate: t.expose('checkDate', { type: 'Date', nullable: true, description: 'Of the examination; before it, of the appointment.' }),
    checkTime: t.expose('checkTime', { type: 'Time', nullable: true }),
    resultDueAt: t.expose('resultDueAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When a result that was sent becomes a report; until then it can be taken back. null for employers.',
    }),
    examinedFrom: t.expose('examinedFrom', { type: 'DateTime', nullable: true }),
    examinedTo: t.expose('examinedTo', { type: 'DateTime', nullable: true }),
    examinationMinutes: t.exposeInt('examinationMinutes', { nullable: true }),
    distanceToCheck: t.exposeFloat('distanceToCheck', {
      nullable: true,
      description: 'Estimated road kilometres of the worker to the office, or of the doctor to the worker.',
    }),
    timeToCheck: t.exposeInt('timeToCheck', { nullable: true, description: 'Minutes for that way.' }),

    checkOccurence: t.expose('checkOccurence', { type: CheckOccurenceType, nullable: true }),
    newIncapacityEndDate: t.expose('newIncapacityEndDate', { type: 'Date', nullable: true }),
    earlyReturn: t.exposeBoolean('earlyReturn'),
    secondCheckNeeded: t.exposeBoolean('secondCheckNeeded'),
    prolongationNeeded: t.exposeBoolean('prolongationNeeded'),
    workerDisagreement: t.exposeBoolean('workerDisagreement'),
    nonOperableReason: t.expose('nonOperableReason', { type: NonOperableReasonType, nullable: true }),
    archiveComment: t.exposeString('archiveComment', {
      nullable: true,
      description: 'As its author wrote it; for the employer as the provider released it, null until then.',
    }),
    commentReview: t.expose('commentReview', {
      type: CommentReviewType,
      nullable: true,
      description: "Where a doctor's archiveComment stands on its way to the employer; for the provider and the doctor alone.",
    }),
    releasedComment: t.exposeString('releasedComment', {
      nullable: true,
      description: 'What the employer reads of it; for the provider and the doctor alone.',
    }),
    archivedAt: t.expose('archivedAt', { type: 'DateTime', nullable: true }),

    companyTotalPrice: t.exposeInt('companyTotalPrice', {
      nullable: true,
      description: 'Cents, VAT excluded; an estimate until the check is archived. Of employers for administrators alone.',
    }),
    doctorTotalPrice: t.exposeInt('doctorTotalPrice', { nullable: true, description: 'Cents.' }),
    doctorTravelCosts: t.exposeInt('doctorTravelCosts', { nullable: true, description: 'Cents.' }),
    doctorExtraCosts: t.exposeInt('doctorExtraCosts', { nullable: true, description: 'Cents.' }),
    resultSentBy: t.exposeString('resultSentBy'),
    doctorReactivity: t.exposeInt('doctorReactivity', { nullable: true, description: 'Minutes from offer to answer.' }),
    doctorEfficiency: t.exposeInt('doctorEfficiency', { nullable: true, description: 'Percent of operational tests passed.' }),
    superiorFullName: t.string({ resolve: ({ superiorFullName }) => superiorFullName ?? '' }),
    superiorEmail: t.string({ resolve: ({ superiorEmail }) => superiorEmail ?? '' }),
    superiorLg: t.expose('superiorLg', { type: InterfaceLanguageType, nullable: true }),
    cancellationFee: t.exposeInt('cancellationFee', {
      nullable: true,
      description: 'Cents that cancelling now costs, at most; null when the caller cannot cancel.',
    }),
    cancellationFeeAtLeast: t.exposeInt('cancellationFeeAtLeast', {
      nullable: true,
      description: 'The same as `cancellationFee` but on the day of a visit of which the caller knows the day alone.',
    }),
    document: t.field({
      type: DocumentType,
      nullable: true,
      extensions: weight(5),
      resolve: ({ documentId }, _, context) =>
        documentId === null
          ? null
          : batched(context, 'documents', documentId, (ids) => context.services.documents.findMany(context.actor, ids)),
    }),
    events: t.field({
      type: [CheckEventType],
      extensions: { ...rows(30), ...weight(10) },
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
      extensions: weight(5),
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
