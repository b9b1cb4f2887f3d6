import { clearDraft, draftKey } from '../../../lib/forms/draft.ts';
import type { MissionFieldsFragment } from '../missions.gql.ts';

type MissionKey = Pick<MissionFieldsFragment, 'id' | 'companyId'>;

/** Key of the draft of a report, kept until the employer reads the report. */
export const reportKeyOf = ({ id, companyId }: MissionKey) => draftKey({ form: `result-${id}`, companyId });

/** Key of the draft of an attempt. */
export const attemptKeyOf = ({ id, companyId }: MissionKey) => draftKey({ form: `attempt-${id}`, companyId });

/** Key of the draft of a correction. */
export const correctionKeyOf = ({ id, companyId }: MissionKey) => draftKey({ form: `correction-${id}`, companyId });

/** Removes the drafts of a mission that is over, except a correction that can still be made. */
export function forgetMission(mission: MissionKey, isCorrectable: boolean): void {
  clearDraft(reportKeyOf(mission));
  clearDraft(attemptKeyOf(mission));
  if (!isCorrectable) clearDraft(correctionKeyOf(mission));
}
