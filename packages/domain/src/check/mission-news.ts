import type { CheckStatus } from './enums.ts';
import type { CheckAction } from './lifecycle.ts';

/**
 * Notifications to a doctor about a mission.
 * - Planned: the doctor has a new mission. Accepted: the same, because the doctor accepted an offer.
 * - Moved: the appointment has another time.
 * - OnHold: a problem must be solved first, so the doctor should not set out.
 * - ResultAsked: a planner asks about the submitted result.
 * - Disagreed: the employee disagrees with the findings. Ruled: an arbitrating doctor has decided on them.
 * - Withdrawn: another doctor has the mission, or the check is planned again.
 * - Cancelled: the check has ended without an examination.
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

/** Whether the news says whose mission the check is and when: then whatever was said of that before is over. */
export const isAppointmentNews = (news: MissionNews): boolean => news !== 'ResultAsked' && news !== 'Disagreed' && news !== 'Ruled';

/** The facts of a check that decide about these notifications. */
export interface MissionState {
  readonly status: CheckStatus;
  readonly doctorId: string | null;
  readonly appointmentStart: Date | null;
  readonly appointmentEnd: Date | null;
}

/**
 * The notifications that an action causes for the doctors whose mission the check was or is: at most one per doctor, and none to a doctor who acts.
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
  // The mission is over, but the law requires that its doctor is informed of a disagreement (domain.md 2.1).
  if (action === 'employeeDisagree' && after.doctorId !== null) told.push({ doctorId: after.doctorId, news: 'Disagreed' });
  if (action === 'recordRuling' && after.doctorId !== null) told.push({ doctorId: after.doctorId, news: 'Ruled' });
  return told.filter(({ doctorId }) => doctorId !== actorDoctorId);
}

/** The doctor whose mission the check is, even if a problem stops it; null: nobody's. */
const missionOf = ({ status, doctorId }: MissionState): string | null =>
  status === 'WaitingForCheck' || status === 'ModificationProblem' ? doctorId : null;

const hasMoved = (before: MissionState, after: MissionState): boolean =>
  before.appointmentStart?.getTime() !== after.appointmentStart?.getTime() ||
  before.appointmentEnd?.getTime() !== after.appointmentEnd?.getTime();
