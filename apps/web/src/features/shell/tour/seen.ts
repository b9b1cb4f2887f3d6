import { type KeyValueStore, LOCAL, localStore } from '../../../lib/session/storage.ts';

/**
 * Who has taken the tour, or said no to it, in this browser: ids of accounts. In local storage and not on the server: the
 * tour is an offer in the page, not in its way, so being offered it once more on another device costs one press, and no
 * table has to remember what people read. Signing out keeps it; it says nothing but that an account exists.
 */
function seenBy(store: KeyValueStore): readonly string[] {
  try {
    const kept: unknown = JSON.parse(store.getItem(LOCAL.tour) ?? '[]');
    return Array.isArray(kept) ? kept.filter((id) => typeof id === 'string') : [];
  } catch {
    return [];
  }
}

export const hasSeenTour = (account: string, store: KeyValueStore = localStore): boolean => seenBy(store).includes(account);

export function rememberTour(account: string, store: KeyValueStore = localStore): void {
  if (!hasSeenTour(account, store)) store.setItem(LOCAL.tour, JSON.stringify([...seenBy(store), account]));
}
