import { useSyncExternalStore } from 'react';

/** What may lie over any screen of the shell; one at a time. */
export type Overlay = 'notifications' | 'palette' | 'shortcuts' | 'tour' | 'unsent';

let current: Overlay | undefined;
let unread = 0;
const listeners = new Set<() => void>();

/** Shows an overlay in the place of any other; undefined: none. */
export function showOverlay(overlay: Overlay | undefined): void {
  current = overlay;
  for (const listener of listeners) listener();
}

/** How many notifications wait to be read. Known a moment after the first screen (`countUnread`). */
export function showUnread(count: number): void {
  unread = count;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useOverlay = (): Overlay | undefined =>
  useSyncExternalStore(
    subscribe,
    () => current,
    () => undefined,
  );

export const useUnread = (): number =>
  useSyncExternalStore(
    subscribe,
    () => unread,
    () => 0,
  );
