import type { WithWorker } from '@checkwell/domain/check/worker-visibility';
import { gqlQuery } from '../../lib/api/query.ts';
import {
  DoneMissionsDocument,
  MissionCalendarDocument,
  MissionDocument,
  type MissionFieldsFragment,
  MissionsDocument,
  OwnHoursDocument,
} from './missions.gql.ts';

/** A doctor's day has far fewer missions than this. */
const MISSIONS = 100;

export const MISSIONS_ASKED = { first: MISSIONS, after: null } as const;

export const missionsQuery = gqlQuery({
  document: MissionsDocument,
  variables: MISSIONS_ASKED,
  topics: ['check', 'comment'],
});

export const doneMissionsQuery = (after: string | undefined) =>
  gqlQuery({
    document: DoneMissionsDocument,
    variables: { first: 25, after: after ?? null },
    topics: ['check', 'comment'],
    keepPrevious: true,
  });

/** A mission whose worker the doctor sees. */
export type ShownMission = WithWorker<MissionFieldsFragment>;

export const missionQuery = (id: string) => gqlQuery({ document: MissionDocument, variables: { id }, topics: ['check'] });

/** The signed-in doctor with the weekly hours; null for viewers who are not doctors. */
export const ownHoursQuery = (doctorId: string | null) =>
  gqlQuery({ document: OwnHoursDocument, variables: { id: doctorId ?? '' }, topics: ['doctor'], enabled: doctorId !== null });

/** The address at which calendars get the missions of the signed-in doctor; null when there is none. */
export const missionCalendarQuery = gqlQuery({ document: MissionCalendarDocument, variables: {}, topics: ['doctor'] });
