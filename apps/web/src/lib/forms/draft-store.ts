import { type KeyValueStore, SESSION } from '../session/storage.ts';

const ACCOUNTS = [SESSION.draftPrefix, SESSION.listPrefix];

function clear(store: KeyValueStore, prefixes: readonly string[]): void {
  const keys = Array.from({ length: store.length }, (_, index) => store.key(index));
  for (const key of keys) if (prefixes.some((prefix) => key?.startsWith(prefix))) store.removeItem(key ?? '');
}

/** Removes what this tab, or this browser, keeps of the work of accounts: their drafts, and how each list was left. */
export const clearAccountsIn = (store: KeyValueStore): void => clear(store, ACCOUNTS);

/** Removes what this tab keeps of anybody's work, a visitor's drafts too. */
export const clearDraftsIn = (store: KeyValueStore): void => clear(store, [...ACCOUNTS, SESSION.visitorDraftPrefix]);
