import { useRouter } from '@tanstack/react-router';
import { queryClient } from '../../lib/api/query-client.ts';
import { mayLeave } from '../../lib/forms/leaving.ts';
import { session } from '../../lib/session/session.ts';
import { chosenCompany, useViewer } from '../../lib/session/viewer.ts';

/** What the address says of the former company's records, such as `employeeId` and `certificateIds`, and the place in a list of them. */
const namesRecord = (parameter: string): boolean => /Ids?$/.test(parameter) || parameter === 'after';

/** Shows another company's data from now on; what is unsaved on the screen is asked about first. */
export function useSwitchCompany(): (id: string) => Promise<void> {
  const router = useRouter();
  const viewer = useViewer();
  return async (id) => {
    if (id === chosenCompany(viewer, session.companyId())?.id || !(await mayLeave())) return;
    session.setCompanyId(id);
    const match = router.state.matches.at(-1);
    // An open detail belongs to the other company: its list is the nearest place that makes sense.
    if (match && Object.keys(match.params as object).length > 0) await router.navigate({ to: '/_app', ignoreBlocker: true });
    else if (match && Object.keys(match.search as object).some(namesRecord)) {
      const kept = Object.entries(match.search as object).filter(([parameter]) => !namesRecord(parameter));
      await router.navigate({ to: '.', search: Object.fromEntries(kept), replace: true, ignoreBlocker: true });
    }
    await queryClient.invalidateQueries();
    await router.invalidate();
  };
}
