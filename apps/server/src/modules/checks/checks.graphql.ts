import { CHECK_FIELDS } from '@checkwell/domain/check/fields';
import { CARD } from '@checkwell/domain/check/times/attempt';
import { batchedItem } from '../../graphql/batch.ts';
import { builder, connectionOf, ExcuseWithdrawalType, PutAsideReasonType, pageArgs, rows, weight } from '../../graphql/builder.ts';
import { fieldsAsked, needs } from '../../graphql/selection.ts';
import { CertificateRef } from '../certificates/certificates.graphql.ts';
import type { Certificate } from '../certificates/certificates.service.ts';
import {
  ArbitrationInput,
  AttemptInput,
  CallInput,
  CancelInput,
  CheckFilter,
  CheckSort,
  CorrectionInput,
  ExcuseInput,
  LetterInput,
  ModifyInput,
  NonOperableInput,
  OrderInput,
  orderOf,
  ProblemInput,
  ReportSort,
  ResultInput,
  RulingInput,
  ScheduleInput,
  VisitInput,
  VisitTapType,
} from './checks-inputs.graphql.ts';
import { CheckType } from './checks-type.graphql.ts';

builder.objectField(CertificateRef, 'check', (t) =>
  t.field({
    type: CheckType,
    nullable: true,
    description:
      'The check that was ordered on this certificate: the one in progress, else the last that ended. null: there is none, or the caller may not see it.',
    extensions: { ...weight(5), ...needs<keyof Certificate>('id', 'companyId', 'isCheckRequestLaunched') },
    resolve: (certificate, _, context) => {
      if (!certificate.isCheckRequestLaunched) return null;
      return batchedItem(context, 'checks of certificates', { key: certificate.id, item: certificate }, (certificates) =>
        context.services.checks.findOfCertificates(context.actor, certificates),
      );
    },
  }),
);

const CheckConnection = connectionOf('CheckConnection', CheckType);

builder.queryFields((t) => ({
  checks: t.field({
    type: CheckConnection,
    description: 'Checks in progress; for a doctor the missions that wait.',
    args: { filter: t.arg({ type: CheckFilter }), sort: t.arg({ type: CheckSort }), ...pageArgs },
    resolve: (_, options, { actor, services }, info) =>
      services.checks.listOpen(actor, { ...options, fields: fieldsAsked(info, CHECK_FIELDS) }),
  }),
  reports: t.field({
    type: CheckConnection,
    description: 'Archived checks.',
    args: { filter: t.arg({ type: CheckFilter }), sort: t.arg({ type: ReportSort }), ...pageArgs },
    resolve: (_, options, { actor, services }, info) =>
      services.checks.listReports(actor, { ...options, fields: fieldsAsked(info, CHECK_FIELDS) }),
  }),
  cardSlots: t.field({
    type: ['DateTime'],
    description: 'Appointments at the practice that a card left at the door now could name, earliest first. For the doctor of the visit.',
    args: { id: t.arg.id({ required: true }) },
    extensions: { ...rows(CARD.max), ...weight(5) },
    resolve: async (_, { id }, { actor, services }) => [...(await services.checks.cardSlots(actor, id))],
  }),
  check: t.field({
    type: CheckType,
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, { id }, { actor, services }) => services.checks.get(actor, id),
  }),
}));

const changeArgs = builder.args((t) => ({
  id: t.id({ required: true }),
  version: t.int({ required: true, description: 'The version that the caller saw.' }),
}));

const keyed = builder.args((t) => ({
  idempotencyKey: t.string({ description: 'Once per key, however often the request comes: then the answer is the check as it is now.' }),
}));

const claimArgs = builder.args((t) => ({
  id: t.id({ required: true, description: 'Id of the check.' }),
  version: t.int({ required: true, description: 'Version of the claim that the caller saw.' }),
}));

builder.mutationFields((t) => ({
  orderCheck: t.field({
    type: CheckType,
    description: 'Once per key, however often the request comes.',
    args: { input: t.arg({ type: OrderInput, required: true }), idempotencyKey: t.arg.string({ required: true }) },
    resolve: (_, { input, idempotencyKey }, { actor, services }) => services.checks.order(actor, orderOf(input), idempotencyKey),
  }),
  modifyCheck: t.field({
    type: CheckType,
    args: { ...changeArgs, input: t.arg({ type: ModifyInput, required: true }) },
    resolve: (_, { id, version, input: { workerEmail, ...input } }, { actor, services }) =>
      services.checks.modify(actor, id, version, { ...input, ...(typeof workerEmail === 'string' && { workerEmail }) }),
  }),
  cancelCheck: t.field({
    type: CheckType,
    args: { ...changeArgs, input: t.arg({ type: CancelInput, required: true }) },
    resolve: (_, { id, version, input }, { actor, services }) => services.checks.cancel(actor, id, version, { ...input }),
  }),
  startPlanning: t.field({
    type: CheckType,
    args: changeArgs,
    resolve: (_, { id, version }, { actor, services }) => services.checks.startPlanning(actor, id, version),
  }),
  scheduleCheck: t.field({
    type: CheckType,
    description: 'Makes or moves the appointment.',
    args: { ...changeArgs, input: t.arg({ type: ScheduleInput, required: true }) },
    resolve: (_, { id, version, input }, { actor, services }) => services.checks.schedule(actor, id, version, { ...input }),
  }),
  recordCall: t.field({
    type: CheckType,
    description: 'A planner told the employee of the appointment by telephone, or tried to.',
    args: { ...changeArgs, input: t.arg({ type: CallInput, required: true }) },
    resolve: (_, { id, version, input }, { actor, services }) => services.checks.recordCall(actor, id, version, { ...input }),
  }),
  recordLetter: t.field({
    type: CheckType,
    description: 'A planner posted a letter about the appointment.',
    args: { ...changeArgs, input: t.arg({ type: LetterInput, required: true }) },
    resolve: (_, { id, version, input }, { actor, services }) => services.checks.recordLetter(actor, id, version, { ...input }),
  }),
  withdrawEmployeeMessage: t.field({
    type: CheckType,
    description: 'Takes back a call or letter that was recorded by mistake, or a letter that the post returned. The history keeps it.',
    args: { ...changeArgs, employeeMessageId: t.arg.id({ required: true }) },
    resolve: (_, { id, version, employeeMessageId }, { actor, services }) =>
      services.checks.withdrawEmployeeMessage(actor, id, version, employeeMessageId),
  }),
  reviewSaidAddress: t.field({
    type: CheckType,
    description: 'A planner has dealt with an address that is not the one of the order.',
    args: {
      id: t.arg.id({ required: true }),
      saidAt: t.arg({ type: 'DateTime', required: true, description: '`saidAt` of the address that the planner read.' }),
    },
    resolve: (_, { id, saidAt }, { actor, services }) => services.checks.reviewSaidAddress(actor, id, saidAt),
  }),
  putAsideSentCertificate: t.field({
    type: CheckType,
    description: 'HR puts a certificate aside that the employee sent: its file is deleted, and the employee reads why.',
    args: { id: t.arg.id({ required: true }), reason: t.arg({ type: PutAsideReasonType, required: true }) },
    resolve: (_, { id, reason }, { actor, services }) => services.checks.putAsideSentCertificate(actor, id, { reason }),
  }),
  payTravelClaim: t.field({
    type: CheckType,
    description: 'HR has paid what the employee claimed for the way to the doctor. The account number is forgotten.',
    args: {
      ...claimArgs,
      paidOn: t.arg({ type: 'Date', required: true }),
      amountCents: t.arg.int({ required: true, description: 'The amount that was paid.' }),
      reason: t.arg.string({
        required: true,
        description: 'Required when another amount than the claimed one was paid; the employee reads it.',
      }),
    },
    resolve: (_, { id, version, ...input }, { actor, services }) => services.checks.payTravelClaim(actor, id, version, input),
  }),
  refuseTravelClaim: t.field({
    type: CheckType,
    description: 'HR does not pay it; the employee reads the reason. The account number is forgotten.',
    args: { ...claimArgs, reason: t.arg.string({ required: true }) },
    resolve: (_, { id, version, reason }, { actor, services }) => services.checks.refuseTravelClaim(actor, id, version, { reason }),
  }),
  readTravelClaimAccount: t.string({
    description: 'The account number in full, for the payment. Each reading is logged.',
    args: { id: t.arg.id({ required: true, description: 'Id of the check.' }) },
    resolve: (_, { id }, { actor, services }) => services.checks.readTravelClaimAccount(actor, id),
  }),
  unscheduleCheck: t.field({
    type: CheckType,
    args: changeArgs,
    resolve: (_, { id, version }, { actor, services }) => services.checks.unschedule(actor, id, version),
  }),
  reportProblem: t.field({
    type: CheckType,
    args: { ...changeArgs, input: t.arg({ type: ProblemInput, required: true }) },
    resolve: (_, { id, version, input }, { actor, services }) => services.checks.reportProblem(actor, id, version, { ...input }),
  }),
  resolveProblem: t.field({
    type: CheckType,
    args: { ...changeArgs, comment: t.arg.string({ required: true }) },
    resolve: (_, { id, version, comment }, { actor, services }) => services.checks.resolveProblem(actor, id, version, { comment }),
  }),
  recordResult: t.field({
    type: CheckType,
    description: 'Sends a result. The employer reads it at `resultDueAt`; until then it can be taken back.',
    args: { ...changeArgs, ...keyed, input: t.arg({ type: ResultInput, required: true }) },
    resolve: (
      _,
      { id, version, idempotencyKey, input: { newIncapacityEndDate = null, injuryDifference = null, ...input } },
      { actor, services },
    ) => services.checks.submitResult(actor, id, version, { ...input, newIncapacityEndDate, injuryDifference }, idempotencyKey),
  }),
  correctResult: t.field({
    type: CheckType,
    description: "Corrects one's own result that the employer has read, for a day. The history keeps what it said before.",
    args: { ...changeArgs, ...keyed, input: t.arg({ type: CorrectionInput, required: true }) },
    resolve: (
      _,
      { id, version, idempotencyKey, input: { newIncapacityEndDate = null, injuryDifference = null, ...input } },
      { actor, services },
    ) => services.checks.correctResult(actor, id, version, { ...input, newIncapacityEndDate, injuryDifference }, idempotencyKey),
  }),
  recordArbitration: t.field({
    type: CheckType,
    description: 'Records that an arbitrating doctor was asked about the findings. A second call corrects the record, until the ruling.',
    args: { ...changeArgs, input: t.arg({ type: ArbitrationInput, required: true }) },
    resolve: (_, { id, version, input }, { actor, services }) => services.checks.recordArbitration(actor, id, version, { ...input }),
  }),
  recordRuling: t.field({
    type: CheckType,
    description: 'The ruling of the arbitrating doctor: the next version of the report. The history keeps what the control doctor found.',
    args: { ...changeArgs, input: t.arg({ type: RulingInput, required: true }) },
    resolve: (_, { id, version, input: { newIncapacityEndDate = null, ...input } }, { actor, services }) =>
      services.checks.recordRuling(actor, id, version, { ...input, newIncapacityEndDate }),
  }),
  excuseNoShow: t.field({
    type: CheckType,
    description: 'Force majeure excuses a no-show: it stays one, and leaves the impact of the dashboard.',
    args: { ...changeArgs, input: t.arg({ type: ExcuseInput, required: true }) },
    resolve: (_, { id, version, input }, { actor, services }) => services.checks.excuseNoShow(actor, id, version, { ...input }),
  }),
  withdrawExcuse: t.field({
    type: CheckType,
    description: 'Takes the excuse of a no-show back.',
    args: { ...changeArgs, excuseWithdrawal: t.arg({ type: ExcuseWithdrawalType, required: true }) },
    resolve: (_, { id, version, excuseWithdrawal }, { actor, services }) =>
      services.checks.withdrawExcuse(actor, id, version, { excuseWithdrawal }),
  }),
  takeBackResult: t.field({
    type: CheckType,
    description: 'Takes back a result that waits. Only for the person who sent it.',
    args: { ...changeArgs, ...keyed },
    resolve: (_, { id, version, idempotencyKey }, { actor, services }) =>
      services.checks.takeBackResult(actor, id, version, idempotencyKey),
  }),
  sendResult: t.field({
    type: CheckType,
    description: 'Lets the employer read a result that waits at once. Only for the person who sent it.',
    args: changeArgs,
    resolve: (_, { id, version }, { actor, services }) => services.checks.sendResult(actor, id, version),
  }),
  releaseResult: t.field({
    type: CheckType,
    description: 'Lets a result that is held become a report. `reason` is for the history.',
    args: { ...changeArgs, reason: t.arg.string({ required: true }) },
    resolve: (_, { id, version, reason }, { actor, services }) => services.checks.releaseResult(actor, id, version, { reason }),
  }),
  questionResult: t.field({
    type: CheckType,
    description: 'Asks the doctor about a result that is held.',
    args: { ...changeArgs, question: t.arg.string({ required: true }) },
    resolve: (_, { id, version, question }, { actor, services }) =>
      services.checks.questionResult(actor, id, version, { reason: question }),
  }),
  confirmResult: t.field({
    type: CheckType,
    description: 'The doctor answers that the result is right as it is.',
    args: { ...changeArgs, answer: t.arg.string({ required: true }) },
    resolve: (_, { id, version, answer }, { actor, services }) => services.checks.confirmResult(actor, id, version, { reason: answer }),
  }),
  reviseResult: t.field({
    type: CheckType,
    description: 'The doctor corrects a result that is held, before the employer reads it.',
    args: { ...changeArgs, input: t.arg({ type: CorrectionInput, required: true }) },
    resolve: (_, { id, version, input: { newIncapacityEndDate = null, injuryDifference = null, ...input } }, { actor, services }) =>
      services.checks.reviseResult(actor, id, version, { ...input, newIncapacityEndDate, injuryDifference }),
  }),
  recordVisit: t.field({
    type: CheckType,
    description: 'The doctor says to be on the way, there, or leaving. Said once, however often it comes. No change of the version.',
    args: { id: t.arg.id({ required: true }), ...keyed, input: t.arg({ type: VisitInput, required: true }) },
    resolve: (_, { id, input, idempotencyKey }, { actor, services }) =>
      services.checks.recordVisit(actor, id, { ...input }, idempotencyKey),
  }),
  undoVisit: t.field({
    type: CheckType,
    description: 'Takes back what the doctor said last of these.',
    args: {
      id: t.arg.id({ required: true }),
      ...keyed,
      tap: t.arg({
        type: VisitTapType,
        description: 'The tap to take back: nothing happens unless it is the last one. null: the last one.',
      }),
    },
    resolve: (_, { id, tap, idempotencyKey }, { actor, services }) => services.checks.undoVisit(actor, id, tap, idempotencyKey),
  }),
  recordAttempt: t.field({
    type: CheckType,
    description: 'Nobody at home. With the appointment of a card the check goes on at the practice.',
    args: { ...changeArgs, ...keyed, input: t.arg({ type: AttemptInput, required: true }) },
    resolve: (
      _,
      { id, version, idempotencyKey, input: { position = null, photoId = null, cardStart = null, ...input } },
      { actor, services },
    ) =>
      services.checks.recordAttempt(
        actor,
        id,
        version,
        { ...input, position: position && { ...position }, photoId, cardStart },
        idempotencyKey,
      ),
  }),
  markNonOperable: t.field({
    type: CheckType,
    args: { ...changeArgs, input: t.arg({ type: NonOperableInput, required: true }) },
    resolve: (_, { id, version, input }, { actor, services }) => services.checks.markNonOperable(actor, id, version, { ...input }),
  }),
  releaseComment: t.field({
    type: CheckType,
    description: "Lets the employer read a doctor's archiveComment, as it stands in `comment`.",
    args: { ...changeArgs, comment: t.arg.string({ required: true }) },
    resolve: (_, { id, version, comment }, { actor, services }) => services.checks.releaseComment(actor, id, version, { comment }),
  }),
  withholdComment: t.field({
    type: CheckType,
    description: 'Keeps it from the employer; it can still be released.',
    args: changeArgs,
    resolve: (_, { id, version }, { actor, services }) => services.checks.withholdComment(actor, id, version),
  }),
  deleteCheck: t.field({
    type: CheckType,
    description: 'Deletes a check that was ordered by mistake: it is left out of all figures and invoices.',
    args: { ...changeArgs, reason: t.arg.string({ required: true }) },
    resolve: (_, { id, version, reason }, { actor, services }) => services.checks.delete(actor, id, version, { reason }),
  }),
}));
