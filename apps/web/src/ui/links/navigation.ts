import type { HistoryState, RouterHistory } from '@tanstack/react-router';
import { type AnchorHTMLAttributes, type ComponentType, createContext, type ReactNode, type Ref, use } from 'react';

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

export type AppLinkProps = AppLinkTarget &
  Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> & {
    children?: ReactNode;
    /**
     * Of an entry of a navigation: it is the current one (`aria-current`) on this page alone, or on the pages below it too. Any other link is
     * so only where it leads to what is shown already: the way back from a thing to its list is not.
     */
    marks?: 'page' | 'section';
    ref?: Ref<HTMLAnchorElement>;
  };

/** How pages lead to each other: by the router, or, on the sign-in page, which is before the router is there, without it. */
export interface Navigation {
  readonly history: RouterHistory;
  readonly Link: ComponentType<AppLinkProps>;
  /** Fetches what any next page will need; to be called when it is likely that there will be one. */
  readonly prepare: () => void;
}

export const NavigationContext = createContext<Navigation | undefined>(undefined);

/** @throws outside of a page */
export function useNavigation(): Navigation {
  const navigation = use(NavigationContext);
  if (!navigation) throw new Error('Nothing says here where links lead: NavigationContext has no value.');
  return navigation;
}
