import { createFileRoute, redirect } from '@tanstack/react-router';
import { NothingHere } from '../../features/shell/NothingHere.tsx';
import { homeOf } from '../../features/shell/navigation.ts';
import { session } from '../../lib/session/session.ts';
import { viewerQuery } from '../../lib/session/viewer.ts';

/** The literal path `/_app` opens the shell (specification, section 2): on the first screen that the viewer may see. */
export const Route = createFileRoute('/_app/_app')({
  component: NothingHere,
  loader: async ({ context, cause }) => {
    const { viewer } = await context.queryClient.ensureQueryData(viewerQuery);
    const home = homeOf(viewer, session.companyId(), context.hasScreen);
    if (home && cause !== 'preload') throw redirect({ to: home, replace: true });
  },
});
