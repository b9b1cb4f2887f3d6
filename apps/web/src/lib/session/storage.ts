export { FORGET, LOCAL, SESSION } from './storage-keys.ts';

export type KeyValueStore = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

/** Browsers may refuse storage altogether (private modes, policies): the page then forgets, but works. */
function tolerant(open: () => Storage): KeyValueStore {
  const memory = new Map<string, string>();
  let real: Storage | undefined;
  try {
    real = open();
    real.getItem('');
  } catch {
    real = undefined;
  }
  const fallback: KeyValueStore = {
    getItem: (key) => memory.get(key) ?? null,
    setItem: (key, value) => void memory.set(key, value),
    removeItem: (key) => void memory.delete(key),
    key: (index) => [...memory.keys()][index] ?? null,
    get length() {
      return memory.size;
    },
  };
  if (!real) return fallback;
  const store = real;
  return {
    getItem: (key) => store.getItem(key),
    setItem: (key, value) => {
      try {
        store.setItem(key, value);
      } catch {
        // A full store loses a convenience, never a function.
      }
    },
    removeItem: (key) => store.removeItem(key),
    key: (index) => store.key(index),
    get length() {
      return store.length;
    },
  };
}

export const localStore: KeyValueStore = tolerant(() => globalThis.localStorage);
export const sessionStore: KeyValueStore = tolerant(() => globalThis.sessionStorage);
