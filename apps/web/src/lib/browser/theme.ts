import { useSyncExternalStore } from 'react';
import { LOCAL, localStore } from '../session/storage.ts';

export type ColorMode = 'light' | 'dark';

const listeners = new Set<() => void>();

/** The saved colour mode; light unless dark was chosen (specification, section 9). */
export function colorMode(): ColorMode {
  return localStore.getItem(LOCAL.colorMode) === 'dark' ? 'dark' : 'light';
}

function show(): void {
  document.documentElement.classList.toggle('dark', colorMode() === 'dark');
  for (const listener of listeners) listener();
}

export function setColorMode(mode: ColorMode): void {
  localStore.setItem(LOCAL.colorMode, mode);
  show();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useColorMode(): [ColorMode, (mode: ColorMode) => void] {
  return [useSyncExternalStore(subscribe, colorMode, () => 'light'), setColorMode];
}

/** Calls the listener at each change of the shown mode. */
export const followShownMode = (listener: (mode: ColorMode) => void): void => void subscribe(() => listener(colorMode()));

/** Follows a switch in another tab. */
export function followColorMode(): void {
  addEventListener('storage', ({ key }) => {
    if (key === LOCAL.colorMode) show();
  });
}
