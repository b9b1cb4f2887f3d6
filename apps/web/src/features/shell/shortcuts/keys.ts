import { LOCAL, localStore } from '../../../lib/session/storage.ts';

/** What a key does. */
export type Command =
  | { readonly kind: 'palette' | 'help' | 'listSearch' | 'nextRow' | 'previousRow' }
  | { readonly kind: 'go'; readonly to: string };

/** A place that keys lead to; the one thing to do has `n`. */
export interface Place {
  readonly to: string;
  readonly letter?: string;
  readonly action?: boolean;
}

/** `g` and a letter belong together within this many milliseconds. */
const SEQUENCE_MS = 1500;

type Key = Pick<KeyboardEvent, 'key' | 'timeStamp' | 'altKey' | 'ctrlKey' | 'metaKey'>;

/** Follows the keys of one page, one after the other: `press(key)` is the command that it completes. */
export function keyReader(): (key: Key, places: readonly Place[]) => Command | undefined {
  let leader = Number.NEGATIVE_INFINITY;
  return ({ key, timeStamp, altKey, ctrlKey, metaKey }, places) => {
    const follows = timeStamp - leader < SEQUENCE_MS;
    leader = Number.NEGATIVE_INFINITY;
    if (altKey || ctrlKey || metaKey) return undefined;
    if (follows) {
      const place = places.find(({ letter }) => letter === key.toLowerCase());
      return place && { kind: 'go', to: place.to };
    }
    switch (key) {
      case 'g':
        leader = timeStamp;
        return undefined;
      case '?':
        return { kind: 'help' };
      case '/':
        return { kind: 'listSearch' };
      case 'j':
        return { kind: 'nextRow' };
      case 'k':
        return { kind: 'previousRow' };
      case 'n': {
        const action = places.find((place) => place.action);
        return action && { kind: 'go', to: action.to };
      }
      default:
        return undefined;
    }
  };
}

/** Ctrl-K, on a Mac Cmd-K. With a modifier it is no single-key shortcut: it works in fields too, and always. */
export const isPaletteKey = ({ key, altKey, ctrlKey, metaKey }: Key): boolean =>
  key.toLowerCase() === 'k' && (ctrlKey || metaKey) && !altKey;

/** Single keys get in the way of speech input, so they can be switched off, in this browser (WCAG 2.1.4). */
export const shortcutsEnabled = (): boolean => localStore.getItem(LOCAL.shortcuts) !== 'off';

export function enableShortcuts(enabled: boolean): void {
  if (enabled) localStore.removeItem(LOCAL.shortcuts);
  else localStore.setItem(LOCAL.shortcuts, 'off');
}
