import { createRootRouteWithContext, Outlet } from '@tanstack/react-router';
import { DocumentTitle } from '../features/shell/DocumentTitle.tsx';

/** The frame of every page, signed in or not. */
export const Route = createRootRouteWithContext<{ hasScreen: (path: string) => boolean }>()({
  component: () => (
    <>
      <DocumentTitle />
      <Outlet />
    </>
  ),
});
