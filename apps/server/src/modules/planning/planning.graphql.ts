import { AppError } from '@checkwell/domain/errors';
import type { RankedDoctor } from '@checkwell/domain/planning/ranking';
import { batched } from '../../graphql/batch.ts';
import { builder } from '../../graphql/builder.ts';
import { DoctorType } from '../doctors/doctors.graphql.ts';

const DoctorCandidateType = builder.objectRef<RankedDoctor>('DoctorCandidate').implement({
  description: 'A doctor who can have a check on a day, and why there in the order.',
  fields: (t) => ({
    doctor: t.field({
      type: DoctorType,
      async resolve({ id }, _, context) {
        const doctor = await batched(context, 'doctors', id, (ids) => context.services.doctors.findMany(context.actor, ids));
        if (doctor === null) throw new AppError('entity.notFound');
        return doctor;
      },
    }),
    distanceKm: t.exposeFloat('distanceKm', {
      nullable: true,
      description: 'Estimated road kilometres; null when nobody travels or the place is not known.',
    }),
    travelMinutes: t.exposeInt('travelMinutes', { nullable: true }),
    speaksLanguage: t.exposeBoolean('speaksLanguage'),
    offersLocation: t.exposeBoolean('offersLocation'),
    missionsThatDay: t.exposeInt('missionsThatDay'),
    freeSlots: t.field({ type: ['DateTime'], resolve: ({ freeSlots }) => [...freeSlots] }),
    score: t.exposeFloat('score', { description: 'Euro; higher is better.' }),
    reasons: t.stringList({ resolve: ({ reasons }) => [...reasons], description: 'Codes: RANKING_REASONS of domain/planning/ranking.ts.' }),
  }),
});

builder.queryFields((t) => ({
  doctorCandidates: t.field({
    type: [DoctorCandidateType],
    description: 'For planners: who can carry out this check on that day, best first.',
    args: { checkId: t.arg.id({ required: true }), day: t.arg({ type: 'Date', required: true }) },
    resolve: async (_, { checkId, day }, { actor, services }) => [...(await services.planning.candidates(actor, checkId, day))],
  }),
}));
