import { builder } from '../../../graphql/builder.ts';
import type { MissionCalendar } from './mission-calendar.service.ts';

const MissionCalendarType = builder.objectRef<MissionCalendar>('MissionCalendar').implement({
  description: 'The address from which calendar applications read the missions of the calling doctor.',
  fields: (t) => ({
    address: t.exposeString('address', { description: 'Every holder of it sees when, where and how long, and no name.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
  }),
});

builder.queryFields((t) => ({
  missionCalendar: t.field({
    type: MissionCalendarType,
    nullable: true,
    description: 'For doctors; null: there is no address.',
    resolve: (_, __, { actor, services }) => services.missionCalendar.get(actor),
  }),
}));

builder.mutationFields((t) => ({
  renewMissionCalendar: t.field({
    type: MissionCalendarType,
    description: 'For doctors. Makes an address; an earlier one ends.',
    resolve: (_, __, { actor, services }) => services.missionCalendar.renew(actor),
  }),
  removeMissionCalendar: t.field({
    type: MissionCalendarType,
    nullable: true,
    description: 'For doctors. Ends the address: answers null.',
    resolve: async (_, __, { actor, services }) => {
      await services.missionCalendar.remove(actor);
      return null;
    },
  }),
}));
