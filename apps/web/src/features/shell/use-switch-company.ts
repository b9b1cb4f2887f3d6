import { useRouter } from '@tanstack/react-router';
import { queryClient } from '../../lib/query-client.ts';
import { session } from '../../lib/session.ts';

/** Shows another company's data from now on. */
export function useSwitchCompany(): (id: string) => Promise<void> {
  const router = useRouter();
  return async (id) => {
    session.setCompanyId(id);
    // An open detail belongs to the other company: its list is the nearest place that makes sense.
    const match = router.state.matches.at(-1);
    if (match && Object.keys(match.params as object).length > 0) await router.navigate({ to: '/_app' });
    await queryClient.invalidateQueries();
    await router.invalidate();
  };
}
