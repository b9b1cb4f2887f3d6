import {
  builder,
  CheckOccurenceType,
  CheckPlausibilityType,
  CheckStatusType,
  QualityRuleType,
  rows,
  VersionReasonType,
  weight,
} from '../../../graphql/builder.ts';
import { DocumentType, documentOf } from '../../documents/documents.graphql.ts';
import type { CheckEvent } from '../checks.service.ts';
import type { FormerResult } from '../checks.view.ts';
import type { AttemptView } from './checks-attempts.ts';
import type { HeldResultView } from './checks-held.ts';

const FormerResultType = builder.objectRef<FormerResult>('FormerResult').implement({
  description: 'A result before it was corrected. A field is null if this reader may not see it, or if there was no value.',
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

export const HeldResultType = builder.objectRef<HeldResultView>('HeldResult').implement({
  description: 'A result that waits for a planner before it becomes a report. For planners, and for the doctor who sent it.',
  fields: (t) => ({
    findings: t.field({
      type: [QualityRuleType],
      extensions: rows(2),
      resolve: ({ findings }) => [...findings],
      description: 'Findings of the quality check about the result.',
    }),
    waitsSince: t.expose('waitsSince', {
      type: 'DateTime',
      description: 'Since when the result waits for the person who has to act: a planner, or the doctor who was asked.',
    }),
    question: t.exposeString('question', { description: 'Question of a planner to the doctor; empty: none.' }),
    answer: t.exposeString('answer', { description: 'Answer of the doctor; empty: none.' }),
    escalatedAt: t.expose('escalatedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When all planners were notified that the result waits too long.',
    }),
    byDoctor: t.exposeBoolean('byDoctor', { description: 'Whether a doctor sent the result and can be asked about it.' }),
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
    timesReason: t.exposeString('timesReason', { description: 'Why the times of the examination are far from the appointment.' }),
  }),
});

export const CheckEventType = builder.objectRef<CheckEvent>('CheckEvent').implement({
  description: 'An entry in the history of a check.',
  fields: (t) => ({
    id: t.exposeID('id'),
    at: t.expose('at', { type: 'DateTime' }),
    action: t.exposeString('action', { description: 'A CheckAction, or "order".' }),
    fromStatus: t.expose('fromStatus', { type: CheckStatusType, nullable: true }),
    toStatus: t.expose('toStatus', { type: CheckStatusType }),
    actorKind: t.exposeString('actorKind'),
    actorName: t.exposeString('actorName', { nullable: true, description: 'null for those who may not see the profile.' }),
    reason: t.exposeString('reason'),
    detailsErased: t.exposeBoolean('detailsErased', { description: 'Reason and details were erased: their retention period is over.' }),
    version: t.exposeInt('version'),
    correctionReason: t.expose('correctionReason', {
      type: VersionReasonType,
      nullable: true,
      description: 'Why the report has a new version: a correction or a ruling.',
    }),
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
      description: 'Findings of the quality check about a result; for planners only.',
    }),
  }),
});

export const VisitAttemptType = builder.objectRef<AttemptView>('VisitAttempt').implement({
  description: 'A visit where nobody opened. For planners, its doctor, and the employer once it is a no-show.',
  fields: (t) => ({
    id: t.exposeID('id'),
    appointmentStart: t.expose('appointmentStart', { type: 'DateTime', description: 'Start of the appointment of the visit.' }),
    attemptedAt: t.expose('attemptedAt', { type: 'DateTime' }),
    receivedAt: t.expose('receivedAt', {
      type: 'DateTime',
      nullable: true,
      description: "When the server received the attempt; set only if `attemptedAt` is by the phone's clock.",
    }),
    detailsErased: t.exposeBoolean('detailsErased', {
      description: 'Bell, position and photograph were erased: their retention period is over.',
    }),
    bell: t.exposeString('bell'),
    latitude: t.exposeFloat('latitude', { nullable: true, description: 'Position of the phone at that moment; null for employers.' }),
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
      resolve: ({ photoId }, _, context) => documentOf(context, photoId),
    }),
  }),
});
