import { type KeyValueStore, LOCAL, localStore } from '../../../lib/session/storage.ts';

/**
 * Ids of the accounts that have taken or refused the tour in this browser. In local storage and not on the server: an offer on
 * another device costs one press, and needs no table. Signing out keeps it, because it says only that an account exists.
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
