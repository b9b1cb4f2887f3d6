import { clearDraft, draftKey } from '../../../lib/forms/draft.ts';
import type { MissionFieldsFragment } from '../missions.gql.ts';

type MissionKey = Pick<MissionFieldsFragment, 'id' | 'companyId'>;

/** Under which key the report of a mission is kept while it is written, and until the employer reads it. */
export const reportKeyOf = ({ id, companyId }: MissionKey) => draftKey({ form: `result-${id}`, companyId });

/** Under which key an attempt is kept while it is written. */
export const attemptKeyOf = ({ id, companyId }: MissionKey) => draftKey({ form: `attempt-${id}`, companyId });

/** Under which key a correction is kept while it is written: of a mission that is over. */
export const correctionKeyOf = ({ id, companyId }: MissionKey) => draftKey({ form: `correction-${id}`, companyId });

/** What this device keeps of a mission that is over goes, but for a correction as long as it can be made. */
export function forgetMission(mission: MissionKey, isCorrectable: boolean): void {
  clearDraft(reportKeyOf(mission));
  clearDraft(attemptKeyOf(mission));
  if (!isCorrectable) clearDraft(correctionKeyOf(mission));
}
