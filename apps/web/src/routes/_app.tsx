import { createFileRoute } from '@tanstack/react-router';
import { requireSession } from '../features/shell/require-session.ts';
import { Shell } from '../features/shell/Shell.tsx';
import { whenIdle } from '../lib/browser/time.ts';
import { loadTranslations } from '../lib/i18n/translations.ts';
import { startProfile } from '../lib/session/profile.ts';
import { LOCAL, localStore } from '../lib/session/storage.ts';
import { settleCompany, viewerQuery } from '../lib/session/viewer.ts';

/**
 * The shell around every signed-in screen. A screen is one file here and one in its feature:
 *   routes/_app/checks/index.tsx
 *     export const Route = createFileRoute('/_app/checks/')({
 *       component: ChecksScreen, // the build puts it and the loader into separate chunks
 *       staticData: { title: 'checks:list.title' },
 *       validateSearch: checksSearch, // in a small separate file, which is in the first chunk of every page but the sign-in
 *       loaderDeps: ({ search }) => search,
 *       loader: ({ context, deps, cause }) =>
 *         Promise.all([loadTranslations('checks'), prefetch(context.queryClient, checksQuery(deps), cause)]),
 *     });
 *   features/checks/list/ChecksScreen.tsx reads `getRouteApi('/_app/checks/').useSearch()`
 */
export const Route = createFileRoute('/_app')({
  component: Shell,
  beforeLoad: async ({ location }) => {
    const context = await requireSession(location.href);
    // A doctor's phone opens offline: its stored missions are restored before the first request.
    if (localStore.getItem(LOCAL.phone) !== null) await (await import('../features/missions/phone/open.ts')).reopenPhone();
    return context;
  },
  loader: async ({ context }) => {
    const [{ viewer }] = await Promise.all([context.queryClient.ensureQueryData(viewerQuery), startProfile(), loadTranslations('shell')]);
    settleCompany(viewer);
    // After the first screen is shown.
    if (viewer.role === 'doctor') whenIdle(async () => (await import('../features/missions/phone/start.ts')).startPhone());
  },
});
