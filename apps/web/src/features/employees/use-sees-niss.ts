import { type Actor, canSeeField } from '@checkwell/domain/policy';
import { useCompany, useViewer } from '../../lib/viewer.ts';

/**
 * Whether the viewer may see, and so enter, national register numbers in the company that the screens show. Asks the
 * server's own policy: the number itself does not tell, as it is also missing for those who have none.
 */
export function useSeesNiss(): boolean {
  const { profileId, userName, companies } = useViewer();
  const company = useCompany();
  if (!company) return false;
  const memberships = companies.flatMap(({ id, accesType, superiorId }) => (accesType ? [{ companyId: id, accesType, superiorId }] : []));
  const actor: Actor = { kind: 'employer', profileId, email: userName, memberships };
  return canSeeField(actor, 'workerNISS', company.id);
}
