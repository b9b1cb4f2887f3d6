import { CHECK_FIELDS, type CheckField } from '@checkwell/domain/check/fields';
import { CHECK_ACTIONS } from '@checkwell/domain/check/lifecycle';
import { batched, batchedItem, batchedList } from '../../graphql/batch.ts';
import { builder, CheckActionType, DoctorSearchStateType, NextActorType, rows, ToldStateType, weight } from '../../graphql/builder.ts';
import { exposed } from '../../graphql/fields.ts';
import { needs } from '../../graphql/selection.ts';
import { DoctorType, doctorOf } from '../doctors/doctors.graphql.ts';
import { DocumentType, documentOf } from '../documents/documents.graphql.ts';
import type { CheckView } from './checks.service.ts';
import { SaidAddressType, SentCertificateType, TravelClaimType } from './employee-page/employee-page.graphql.ts';
import { EmployeeMessageType, UndeliveredType } from './messages/checks-told.graphql.ts';
import { CheckEventType, HeldResultType, VisitAttemptType } from './steps/checks-results.graphql.ts';

/** What a name does not say. */
const DESCRIPTIONS: { readonly [Name in CheckField]?: string } = {
  parentCheckId: 'The check before this one of the same incapacity.',
  isLaterRound: 'Whether a check of the same incapacity came before.',
  phoneNumber: 'Mobile number for this check; empty without one.',
  workerEmail: 'Private e-mail address for this check, to tell the employee of the appointment; empty without one.',
  appointmentStart: 'null for employers before a visit that is not announced is over: they know its day, `checkDate`.',
  checkDate: 'Day of the examination; before it, day of the appointment.',
  resultHeldAt: 'Since when a result waits for a planner, because something about it is odd; null: none does.',
  erasedAt: 'When all personal data was erased from the check; null: it has not been erased.',
  legalHoldAt: 'Since when a legal hold keeps the check beyond its retention period; null: none does.',
  legalHoldReason: 'Reason of the legal hold; empty without one.',
  noShowExcuse: 'Force majeure that excuses a no-show.',
  noShowExcusedOn: 'Day on which the employee gave the reason.',
  arbitrationAskedBy: 'Who asked for an arbitrating doctor; null: nobody.',
  arbiterName: 'The arbitrating doctor; empty without one.',
  arbitrationRuling: 'Whose finding the arbitrating doctor confirms.',
  resultAskedAt: 'When a planner asked the doctor about the result; null for employers.',
  resultDueAt: 'When a result that was sent becomes a report; until then it can be taken back. null for employers.',
  distanceToCheck: 'Estimated road kilometres of the worker to the office, or of the doctor to the worker.',
  timeToCheck: 'Minutes for that way.',
  archiveComment: 'As its author wrote it; for the employer as the provider released it, null until then.',
  commentReview: "Where a doctor's archiveComment stands on its way to the employer; for the provider and the doctor alone.",
  releasedComment: 'The text of the archiveComment that the employer reads; for the provider and the doctor alone.',
  companyTotalPrice: 'Cents, VAT excluded; an estimate until the check is archived. Of employers for administrators alone.',
  visitCharged: 'Whether the price is that of a home visit wherever the examination takes place, because a doctor found nobody at home.',
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
    // Never null in the API, although a check without superior has none.
    superiorFullName: t.string({ resolve: ({ superiorFullName }) => superiorFullName ?? '' }),
    superiorEmail: t.string({ resolve: ({ superiorEmail }) => superiorEmail ?? '' }),
    nextActor: t.expose('nextActor', { type: NextActorType }),
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
      description: 'For the provider and the doctor only.',
      extensions: { ...weight(5), ...needs<CheckField>('doctorId') },
      resolve: ({ doctorId }, _, context) => (doctorId === null || context.actor.kind === 'employer' ? null : doctorOf(context, doctorId)),
    }),
    doctorSearch: t.field({
      type: DoctorSearchStateType,
      nullable: true,
      description: 'The state of the last search for a doctor; null: there was none. For planners only.',
      extensions: { ...weight(5), ...needs<CheckField>('id') },
      resolve: ({ companyId, id }, _, context) =>
        batchedItem(context, 'doctor searches', { key: id, item: { companyId, id } }, (checks) =>
          context.services.checks.searchStates(context.actor, checks),
        ),
    }),
    employeeTold: t.field({
      type: ToldStateType,
      nullable: true,
      description:
        'Whether the employee was notified of the appointment in time; null: no notification is required, such as for a home visit.',
      extensions: needs<CheckField>('employeeTold'),
      resolve: ({ employeeTold }) => employeeTold,
    }),
    employeeMessages: t.field({
      type: [EmployeeMessageType],
      extensions: { ...rows(5), ...weight(5), ...needs<CheckField>('id') },
      description: 'Messages that notify the employee, oldest first.',
      resolve: ({ companyId, id }, _, context) =>
        batchedList(context, 'employeeMessages', { key: id, item: { companyId, id } }, (checks) =>
          context.services.checks.findEmployeeMessages(context.actor, checks),
        ),
    }),
    laterCheckIds: t.idList({
      description: 'The later checks of the same incapacity that the caller may read, in the order in which they were ordered.',
      extensions: { ...rows(5), ...weight(5), ...needs<CheckField>('id') },
      resolve: ({ companyId, id }, _, context) =>
        batchedList(context, 'later checks', { key: id, item: { companyId, id } }, (checks) =>
          context.services.checks.findLater(context.actor, checks),
        ),
    }),
    undelivered: t.field({
      type: [UndeliveredType],
      description: 'Mails about the check that were not delivered and concern the viewer, oldest first. Not for the doctor.',
      extensions: { ...rows(5), ...weight(5), ...needs<CheckField>('id') },
      resolve: ({ companyId, id }, _, context) =>
        batchedList(context, 'undelivered messages', { key: id, item: { companyId, id } }, (checks) =>
          context.services.checks.undelivered(context.actor, checks),
        ),
    }),
    attempts: t.field({
      type: [VisitAttemptType],
      extensions: { ...rows(3), ...weight(5), ...needs<CheckField>('id', 'checkOccurence', 'archivedAt') },
      description: 'Visits where nobody opened that the caller may read, oldest first.',
      resolve: (check, _, context) =>
        batchedList(context, 'attempts', { key: check.id, item: check }, (checks) =>
          context.services.checks.findAttempts(context.actor, checks),
        ),
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
      description: 'The address that the employee gave for the visit. For planners, and for the doctor until the check is over.',
      extensions: { ...weight(5), ...needs<CheckField>('id', 'doctorId') },
      resolve: (check, _, context) =>
        batchedItem(context, 'said addresses', { key: check.id, item: check }, (checks) =>
          context.services.checks.findSaidAddresses(context.actor, checks),
        ),
    }),
    sentCertificates: t.field({
      type: [SentCertificateType],
      description: 'Certificates that the employee sent, oldest first. For the employer only.',
      extensions: { ...rows(5), ...weight(5), ...needs<CheckField>('id') },
      resolve: ({ companyId, id }, _, context) =>
        batchedList(context, 'sent certificates', { key: id, item: { companyId, id } }, (checks) =>
          context.services.checks.findSentCertificates(context.actor, checks),
        ),
    }),
    travelClaim: t.field({
      type: TravelClaimType,
      nullable: true,
      description: "The employee's claim of travel costs. For the employer only.",
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
      resolve: ({ documentId }, _, context) => documentOf(context, documentId),
    }),
    events: t.field({
      type: [CheckEventType],
      extensions: { ...rows(30), ...weight(10), ...needs<CheckField>('id') },
      description: 'The history, oldest first.',
      resolve: (check, _, context) =>
        batchedList(context, 'check events', { key: check.id, item: check }, (checks) =>
          context.services.checks.findEvents(context.actor, checks),
        ),
    }),
    medicalNote: t.string({
      nullable: true,
      description: 'For its author only.',
      extensions: { ...weight(5), ...needs<CheckField>('id', 'doctorId') },
      resolve: (check, _, context) =>
        batchedItem(context, 'medical notes', { key: check.id, item: check }, (checks) =>
          context.services.checks.readMedicalNotes(context.actor, checks),
        ),
    }),
  }),
});
