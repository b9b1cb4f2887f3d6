import { useSyncExternalStore } from 'react';
import { session } from '../session/session.ts';
import { LOCAL, localStore } from '../session/storage.ts';

/** Density of lists: rows of 36 px, or of two lines with space around them. Cards on a phone are always the same. */
export type Density = 'roomy' | 'compact';

const listeners = new Set<() => void>();

/** What each account chose in this browser: two people at one desk each keep their own. */
function choices(): Readonly<Record<string, unknown>> {
  try {
    const kept: unknown = JSON.parse(localStore.getItem(LOCAL.density) ?? '{}');
    return typeof kept === 'object' && kept !== null ? { ...kept } : {};
  } catch {
    return {};
  }
}

/** The default. Compact rows cut second lines, so they are only used by choice. */
const USUAL: Density = 'roomy';

function density(): Density {
  const chosen = choices()[session.claims()?.sub ?? ''];
  return chosen === 'roomy' || chosen === 'compact' ? chosen : USUAL;
}

/** Keeps the choice of the person who is signed in. */
export function setDensity(chosen: Density): void {
  const account = session.claims()?.sub;
  if (account === undefined) return;
  localStore.setItem(LOCAL.density, JSON.stringify({ ...choices(), [account]: chosen }));
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The user's choice, or the default. */
export const useDensity = (): Density => useSyncExternalStore(subscribe, density, () => USUAL);
