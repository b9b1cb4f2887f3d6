import { useSyncExternalStore } from 'react';
import { session } from '../session/session.ts';
import { LOCAL, localStore } from '../session/storage.ts';

/** How close the rows of lists are: 36 px each, or two lines with room around them. Cards of a phone are always the same. */
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

/** Compact rows have no place for a second line: nobody finds words cut who did not ask for it. */
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

/** The person's choice, or what is usual. */
export const useDensity = (): Density => useSyncExternalStore(subscribe, density, () => USUAL);
