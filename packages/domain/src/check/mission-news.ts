import type { CheckStatus } from './enums.ts';
import type { CheckAction } from './lifecycle.ts';

/**
 * What a doctor is told about a mission. Planned: it is theirs. Accepted: it is theirs because they said yes to an offer. Moved: at another moment. OnHold: a question has to be answered first, and
 * nobody should set out. ResultAsked: a planner asks about the result that the doctor sent. Disagreed: the employee does not agree with the findings. Ruled: an arbitrating doctor has decided on them. Withdrawn: it is somebody else's, or goes back to planning. Cancelled: the check ends without them.
 */
export const MISSION_NEWS = [
  'Planned',
  'Accepted',
  'Moved',
  'OnHold',
  'ResultAsked',
  'Disagreed',
  'Ruled',
  'Withdrawn',
  'Cancelled',
] as const;
export type MissionNews = (typeof MISSION_NEWS)[number];

/** What of a check decides about it. */
export interface MissionState {
  readonly status: CheckStatus;
  readonly doctorId: string | null;
  readonly appointmentStart: Date | null;
  readonly appointmentEnd: Date | null;
}

/**
 * What an action means to the doctors whose mission the check was or is: at most one message to each. Whoever acts knows it already.
 * @param actorDoctorId the doctor who acts, if one does
 */
export function missionNews(
  action: CheckAction,
  before: MissionState,
  after: MissionState,
  actorDoctorId: string | null,
): readonly { readonly doctorId: string; readonly news: MissionNews }[] {
  const former = missionOf(before);
  const current = missionOf(after);
  const told: { readonly doctorId: string; readonly news: MissionNews }[] = [];
  if (former !== null && current !== former && action !== 'recordResult') {
    told.push({ doctorId: former, news: after.status === 'Archived' ? 'Cancelled' : 'Withdrawn' });
  }
  if (current !== null && current !== former) told.push({ doctorId: current, news: action === 'acceptOffer' ? 'Accepted' : 'Planned' });
  if (current !== null && current === former) {
    if (action === 'questionResult') told.push({ doctorId: current, news: 'ResultAsked' });
    else if (before.status === 'WaitingForCheck' && after.status === 'ModificationProblem')
      told.push({ doctorId: current, news: 'OnHold' });
    else if (hasMoved(before, after)) told.push({ doctorId: current, news: 'Moved' });
  }
  // The mission is over, and still its doctor's: the law has disagreement told to the doctor (domain.md 2.1).
  if (action === 'employeeDisagree' && after.doctorId !== null) told.push({ doctorId: after.doctorId, news: 'Disagreed' });
  if (action === 'recordRuling' && after.doctorId !== null) told.push({ doctorId: after.doctorId, news: 'Ruled' });
  return told.filter(({ doctorId }) => doctorId !== actorDoctorId);
}

/** Whose mission the check is: planned, or held up by a question about it. */
const missionOf = ({ status, doctorId }: MissionState): string | null =>
  status === 'WaitingForCheck' || status === 'ModificationProblem' ? doctorId : null;

const hasMoved = (before: MissionState, after: MissionState): boolean =>
  before.appointmentStart?.getTime() !== after.appointmentStart?.getTime() ||
  before.appointmentEnd?.getTime() !== after.appointmentEnd?.getTime();
