import { Link } from '@tanstack/react-router';
import type { AppLinkProps } from './navigation.ts';

/** What AppLink is where the router is: TanStack's Link. */
export function RouterLink({ to, params, search, marks, ...rest }: AppLinkProps) {
  return (
    // The router's types want parameters of one route, known when compiling.
    <Link
      {...rest}
      to={to}
      params={params as never}
      search={(search ?? {}) as never}
      activeOptions={{ exact: marks !== 'section', includeSearch: marks === undefined }}
    />
  );
}
