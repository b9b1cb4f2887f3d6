import { MOMENT_REASONS, type ScoredDay } from '@checkwell/domain/planning/moment';
import { builder, rows, weight } from '../../graphql/builder.ts';
import { DoctorType, doctorOf, getDoctorOf } from '../doctors/doctors.graphql.ts';
import { MAX_CANDIDATES, type Moments, type PlannedDoctor } from './planning.service.ts';

/** Also what the forecast of an order answers with. */
export const MomentReasonType = builder.enumType('MomentReason', { values: MOMENT_REASONS });

const DoctorCandidateType = builder.objectRef<PlannedDoctor>('DoctorCandidate').implement({
  description: 'A doctor who can have a check on a day, and why there in the order.',
  fields: (t) => ({
    doctor: t.field({
      type: DoctorType,
      extensions: weight(5),
      resolve: ({ id }, _, context) => getDoctorOf(context, id),
    }),
    isBest: t.exposeBoolean('isBest', {
      description: 'Whether the first free appointment of this doctor is the one proposed for that day.',
    }),
    distanceKm: t.exposeFloat('distanceKm', {
      nullable: true,
      description: 'Estimated road kilometres; null when nobody travels or the place is not known.',
    }),
    travelMinutes: t.exposeInt('travelMinutes', { nullable: true }),
    speaksLanguage: t.exposeBoolean('speaksLanguage'),
    offersLocation: t.exposeBoolean('offersLocation'),
    missionsThatDay: t.exposeInt('missionsThatDay'),
    freeSlots: t.field({ type: ['DateTime'], extensions: rows(50), resolve: ({ freeSlots }) => [...freeSlots] }),
    score: t.exposeFloat('score', { description: 'Euro; higher is better.' }),
    reasons: t.stringList({
      extensions: rows(10),
      resolve: ({ reasons }) => [...reasons],
      description: 'Codes: RANKING_REASONS of domain/planning/ranking.ts.',
    }),
  }),
});

const CheckMomentType = builder.objectRef<ScoredDay>('CheckMoment').implement({
  description: 'A day on which a check could take place.',
  fields: (t) => ({
    day: t.expose('day', { type: 'Date' }),
    doctors: t.exposeInt('doctors', { description: 'Doctors with a free appointment that day.' }),
    firstSlot: t.expose('firstSlot', { type: 'DateTime', nullable: true, description: 'The earliest of their free appointments.' }),
    expectedDays: t.exposeFloat('expected', {
      description: 'Days of absence that a check on this day saves on average: chance to be fit × days left × chance of a doctor.',
    }),
  }),
});

const CheckMomentsType = builder.objectRef<Moments>('CheckMoments').implement({
  description: 'When a check could take place.',
  fields: (t) => ({
    days: t.field({ type: [CheckMomentType], extensions: rows(62), resolve: ({ days }) => [...days] }),
    proposed: t.expose('proposed', {
      type: 'DateTime',
      nullable: true,
      description: 'Start of the appointment that fits the wished timing best; null: nobody is free.',
    }),
    proposedDoctor: t.field({
      type: DoctorType,
      nullable: true,
      description: 'The doctor of the proposed appointment.',
      extensions: weight(5),
      resolve: ({ proposedDoctorId }, _, context) => (proposedDoctorId === null ? null : doctorOf(context, proposedDoctorId)),
    }),
    reason: t.expose('reason', { type: MomentReasonType, nullable: true }),
  }),
});

builder.queryFields((t) => ({
  checkMoments: t.field({
    type: CheckMomentsType,
    description: 'For planners: the days on which this check could take place, and the one that is proposed.',
    args: { checkId: t.arg.id({ required: true }) },
    resolve: (_, { checkId }, { actor, services }) => services.planning.moments(actor, checkId),
  }),
  doctorCandidates: t.field({
    type: [DoctorCandidateType],
    extensions: rows(MAX_CANDIDATES),
    description: 'For planners: who can carry out this check on that day, best first.',
    args: { checkId: t.arg.id({ required: true }), day: t.arg({ type: 'Date', required: true }) },
    resolve: async (_, { checkId, day }, { actor, services }) => [...(await services.planning.candidates(actor, checkId, day))],
  }),
}));
