import { Link } from '@tanstack/react-router';
import type { AppLinkProps } from './navigation.ts';

/** The AppLink once the router is loaded: TanStack's Link. */
export function RouterLink({ to, params, search, marks, ...rest }: AppLinkProps) {
  return (
    // The target is data; the router's types know targets of compile time.
    <Link
      {...rest}
      to={to}
      params={params as never}
      search={(search ?? {}) as never}
      activeOptions={{ exact: marks !== 'section', includeSearch: marks === undefined }}
    />
  );
}
