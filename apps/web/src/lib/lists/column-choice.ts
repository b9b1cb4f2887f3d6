import { LISTS, type ListName } from '@checkwell/domain/lists/lists';
import { useSyncExternalStore } from 'react';
import { session } from '../session/session.ts';
import { LOCAL, localStore } from '../session/storage.ts';

/** Which columns of a list somebody hides where no view says so, by account, in this browser: as the height of rows (density.ts). */

const listeners = new Set<() => void>();

const recordOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};

function choices(): Readonly<Record<string, unknown>> {
  try {
    return recordOf(JSON.parse(localStore.getItem(LOCAL.columns) ?? '{}'));
  } catch {
    return {};
  }
}

const own = (): Readonly<Record<string, unknown>> => recordOf(choices()[session.claims()?.sub ?? '']);

/** As a text, so that the same choice is the same value. */
function hiddenText(list: ListName): string {
  const kept = own()[list];
  return Array.isArray(kept) ? LISTS[list].columns.filter((column) => kept.includes(column)).join(' ') : '';
}

/** Keeps the choice of the person who is signed in. */
export function setHiddenColumns(list: ListName, hidden: readonly string[]): void {
  const account = session.claims()?.sub;
  if (account === undefined) return;
  localStore.setItem(LOCAL.columns, JSON.stringify({ ...choices(), [account]: { ...own(), [list]: hidden } }));
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Columns that the person hides of this list; what the list does not have (any more) is none. */
export function useHiddenColumns(list: ListName): readonly string[] {
  const text = useSyncExternalStore(
    subscribe,
    () => hiddenText(list),
    () => '',
  );
  return text === '' ? [] : text.split(' ');
}
