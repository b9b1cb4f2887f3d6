import { createFileRoute, redirect } from '@tanstack/react-router';
import { startProfile } from '../lib/profile.ts';
import { session } from '../lib/session.ts';
import { settleCompany, viewerQuery } from '../lib/viewer.ts';
import { loadWords } from '../lib/words.ts';

/**
 * The shell around every signed-in screen. A screen is two files here and one in its feature:
 *
 *   routes/_app.checks.index.tsx
 *     const search = z.object({ q: z.optional(z.string()), after: z.optional(z.string()) });
 *     export const Route = createFileRoute('/_app/checks/')({
 *       staticData: { title: 'checks:list.title' },
 *       validateSearch: search,
 *       loaderDeps: ({ search }) => search,
 *       loader: ({ context, deps }) => Promise.all([loadWords('checks'), prefetch(context.queryClient, checksQuery(deps))]),
 *     });
 *   routes/_app.checks.index.lazy.tsx
 *     export const Route = createLazyFileRoute('/_app/checks/')({ component: ChecksScreen });
 *   features/checks/ChecksScreen.tsx
 *     const search = getRouteApi('/_app/checks/').useSearch();
 */
export const Route = createFileRoute('/_app')({
  beforeLoad: async ({ location }) => {
    if ((await session.settle()) !== 'signedIn') {
      session.setReturnPath(location.href);
      throw redirect({ to: '/' });
    }
    // Loaders inside the shell get it as `context.queryClient`; pages outside do without its weight.
    return { queryClient: (await import('../lib/query-client.ts')).queryClient };
  },
  loader: async ({ context }) => {
    const [{ viewer }] = await Promise.all([context.queryClient.ensureQueryData(viewerQuery), startProfile(), loadWords('shell')]);
    settleCompany(viewer);
  },
});
