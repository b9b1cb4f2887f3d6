import { useSyncExternalStore } from 'react';

/** Overlays over the screens of the shell; one can be open at a time. */
export type Overlay = 'notifications' | 'palette' | 'shortcuts' | 'tour' | 'unsent';

let current: Overlay | undefined;
let unread = 0;
const listeners = new Set<() => void>();

/** Opens an overlay instead of any other; undefined closes it. */
export function showOverlay(overlay: Overlay | undefined): void {
  current = overlay;
  for (const listener of listeners) listener();
}

/** Sets the number of unread notifications, which `countUnread` loads after the first screen. */
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
