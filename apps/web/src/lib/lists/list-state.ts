import { type HistoryState, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { session } from '../session/session.ts';
import { type KeyValueStore, SESSION, sessionStore } from '../session/storage.ts';

/** The state of a list when it was left: its path, what its address asked for, and the pages behind it. */
export interface ListState {
  readonly to: string;
  readonly search: Readonly<Record<string, unknown>>;
  readonly state: HistoryState;
}

interface Kept extends ListState {
  readonly companyId: string | null;
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

/** `/missions/done` and `/missions/…id…` belong together: the way back leads to the list that was seen last. */
const keyOf = (path: string): string => `${SESSION.listPrefix}/${path.split('/')[1] ?? ''}`;

/** Remembers the state of a list now, in this tab, until the person signs out (`clearDraftsIn`). */
export function saveListState(
  { pathname, search, state }: { readonly pathname: string; readonly search: object; readonly state: HistoryState },
  companyId: string | undefined,
  store: KeyValueStore = sessionStore,
): void {
  const kept: Kept = {
    to: pathname,
    search: { ...search },
    state: state.pages ? { pages: state.pages } : {},
    companyId: companyId ?? null,
  };
  store.setItem(keyOf(pathname), JSON.stringify(kept));
}

/**
 * The list as it was left; without filters when it was not seen in this tab, or only with another company's data.
 */
export function savedListState(to: string, companyId: string | undefined, store: KeyValueStore = sessionStore): ListState {
  const text = store.getItem(keyOf(to));
  try {
    const kept: unknown = text === null ? null : JSON.parse(text);
    if (isRecord(kept) && typeof kept.to === 'string' && isRecord(kept.search) && kept.companyId === (companyId ?? null))
      return { to: kept.to, search: kept.search, state: isRecord(kept.state) ? kept.state : {} };
  } catch {
    // A value of another version of the product is ignored.
  }
  return { to, search: {}, state: {} };
}

/** The target of a link back to a list (`PageHeader`). */
export const backToList = (to: string): ListState => savedListState(to, session.companyId());

/** Remembers every list that the person looks at: each screen of the shell that is neither about one thing nor a form. */
export function useListMemory(): void {
  const router = useRouter();
  useEffect(() => {
    const keep = (): void => {
      const { resolvedLocation: location, matches } = router.state;
      const aboutOneThing = Object.keys(matches.at(-1)?.params ?? {}).length > 0;
      if (location && !aboutOneThing && !location.pathname.endsWith('/new')) saveListState(location, session.companyId());
    };
    keep();
    return router.subscribe('onResolved', keep);
  }, [router]);
}
