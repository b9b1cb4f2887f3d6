import { type KeyValueStore, SESSION } from './storage.ts';

/** Removes what this tab keeps of a person's work: every draft, and how each list was left. */
export function clearDraftsIn(store: KeyValueStore): void {
  const keys = Array.from({ length: store.length }, (_, index) => store.key(index));
  for (const key of keys) if (key?.startsWith(SESSION.draftPrefix) || key?.startsWith(SESSION.listPrefix)) store.removeItem(key);
}
