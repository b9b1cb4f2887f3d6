import { createRootRouteWithContext, Outlet, useRouter } from '@tanstack/react-router';
import { DocumentTitle } from '../features/shell/DocumentTitle.tsx';
import { type Navigation, NavigationContext } from '../ui/links/navigation.ts';

interface RouterContext {
  readonly hasScreen: (path: string) => boolean;
  readonly navigation: Navigation;
  /** The path of the prerendered page that was shown before the router started. */
  readonly shownBefore?: string;
}

/** The layout of every page, signed in or not. */
function Frame() {
  const { navigation } = useRouter().options.context;
  return (
    <NavigationContext value={navigation}>
      <DocumentTitle />
      <Outlet />
    </NavigationContext>
  );
}

export const Route = createRootRouteWithContext<RouterContext>()({ component: Frame });
