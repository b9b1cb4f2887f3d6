import type { HistoryState, RouterHistory } from '@tanstack/react-router';
import { type AnchorHTMLAttributes, type ComponentType, createContext, type ReactNode, type Ref, use } from 'react';

/** A target inside the application, for components that get it as data. `to` is a route's path: `/checks/$id`. */
export interface AppLinkTarget {
  readonly to: string;
  readonly params?: Readonly<Record<string, string>>;
  readonly search?: Readonly<Record<string, unknown>>;
  /** State of the history entry. */
  readonly state?: HistoryState;
  /** False for a link that changes the page in place, such as one that opens a drawer. */
  readonly resetScroll?: boolean;
}

export type AppLinkProps = AppLinkTarget &
  Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> & {
    children?: ReactNode;
    /**
     * For an entry of a navigation: whether it is the current one (`aria-current`) on its page only, or on the pages below it too. Any other link
     * is current only if its address is the one shown, so a link from a record back to its list is not.
     */
    marks?: 'page' | 'section';
    ref?: Ref<HTMLAnchorElement>;
  };

/** Navigation between pages: by the router, or without it on the sign-in page, which does not load the router. */
export interface Navigation {
  readonly history: RouterHistory;
  readonly Link: ComponentType<AppLinkProps>;
  /** Loads the code that every next page needs; to be called when one is likely. */
  readonly prepare: () => void;
}

export const NavigationContext = createContext<Navigation | undefined>(undefined);

/** @throws outside of a page */
export function useNavigation(): Navigation {
  const navigation = use(NavigationContext);
  if (!navigation) throw new Error('Nothing says here where links lead: NavigationContext has no value.');
  return navigation;
}
