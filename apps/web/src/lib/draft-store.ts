import { type KeyValueStore, SESSION } from './storage.ts';

/** Removes every draft of this tab. */
export function clearDraftsIn(store: KeyValueStore): void {
  const keys = Array.from({ length: store.length }, (_, index) => store.key(index));
  for (const key of keys) if (key?.startsWith(SESSION.draftPrefix)) store.removeItem(key);
}
