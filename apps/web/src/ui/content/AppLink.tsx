import { type HistoryState, Link } from '@tanstack/react-router';
import type { AnchorHTMLAttributes, ReactNode, Ref } from 'react';

/** A target inside the application, for components that get it as data. `to` is a route's path: `/checks/$id`. */
export interface AppLinkTarget {
  readonly to: string;
  readonly params?: Readonly<Record<string, string>>;
  readonly search?: Readonly<Record<string, unknown>>;
  /** Goes with the history entry, not with the address. */
  readonly state?: HistoryState;
  /** False for a link that changes the page in place, such as one that opens a drawer. */
  readonly resetScroll?: boolean;
}

type AppLinkProps = AppLinkTarget &
  Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> & { children?: ReactNode; exact?: boolean; ref?: Ref<HTMLAnchorElement> };

/** TanStack's Link for a target that is data; screens that know their target at compile time use Link itself. */
export function AppLink({ to, params, search, exact = false, ...rest }: AppLinkProps) {
  return (
    // The router's types want parameters of one route, known when compiling.
    <Link {...rest} to={to} params={params as never} search={(search ?? {}) as never} activeOptions={{ exact, includeSearch: false }} />
  );
}
