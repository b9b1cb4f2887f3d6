import { LOCAL, localStore } from '../../../lib/session/storage.ts';

/** The command of a shortcut. */
export type Command =
  | { readonly kind: 'palette' | 'help' | 'listSearch' | 'nextRow' | 'previousRow' }
  | { readonly kind: 'go'; readonly to: string };

/** A screen that a shortcut opens; the main action has `n`. */
export interface Place {
  readonly to: string;
  readonly letter?: string;
  readonly action?: boolean;
}

/** Longest time between `g` and its letter. */
const SEQUENCE_MS = 1500;

type Key = Pick<KeyboardEvent, 'key' | 'timeStamp' | 'altKey' | 'ctrlKey' | 'metaKey'>;

/** Reads the keys of a page one by one: the returned function gives the command that a key completes. */
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

/** Ctrl-K, on a Mac Cmd-K. As a shortcut with a modifier it also works in fields, and cannot be switched off. */
export const isPaletteKey = ({ key, altKey, ctrlKey, metaKey }: Key): boolean =>
  key.toLowerCase() === 'k' && (ctrlKey || metaKey) && !altKey;

/** Whether single-key shortcuts are on in this browser. They disturb speech input, so they can be switched off (WCAG 2.1.4). */
export const shortcutsEnabled = (): boolean => localStore.getItem(LOCAL.shortcuts) !== 'off';

export function enableShortcuts(enabled: boolean): void {
  if (enabled) localStore.removeItem(LOCAL.shortcuts);
  else localStore.setItem(LOCAL.shortcuts, 'off');
}
