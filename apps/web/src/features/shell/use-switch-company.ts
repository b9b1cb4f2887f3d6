import { useRouter } from '@tanstack/react-router';
import { queryClient } from '../../lib/api/query-client.ts';
import { mayLeave } from '../../lib/forms/leaving.ts';
import { session } from '../../lib/session/session.ts';
import { chosenCompany, useViewer } from '../../lib/session/viewer.ts';

/** Whether a parameter belongs to records of the former company: ids such as `employeeId` and `certificateIds`, or a page of a list. */
const namesRecord = (parameter: string): boolean => /Ids?$/.test(parameter) || parameter === 'after';

/** Returns a function that switches to another company, after a question about unsaved changes. */
export function useSwitchCompany(): (id: string) => Promise<void> {
  const router = useRouter();
  const viewer = useViewer();
  return async (id) => {
    if (id === chosenCompany(viewer, session.companyId())?.id || !(await mayLeave())) return;
    session.setCompanyId(id);
    const match = router.state.matches.at(-1);
    // A record on the screen belongs to the former company, so its list is shown instead.
    if (match && Object.keys(match.params as object).length > 0) await router.navigate({ to: '/_app', ignoreBlocker: true });
    else if (match && Object.keys(match.search as object).some(namesRecord)) {
      const kept = Object.entries(match.search as object).filter(([parameter]) => !namesRecord(parameter));
      await router.navigate({ to: '.', search: Object.fromEntries(kept), replace: true, ignoreBlocker: true });
    }
    await queryClient.invalidateQueries();
    await router.invalidate();
  };
}
