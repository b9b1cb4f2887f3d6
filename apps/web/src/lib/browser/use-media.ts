import { useCallback, useSyncExternalStore } from 'react';

/** Whether a media query holds now, such as `(min-width: 64rem)`: for what has another place, not another look, in a narrow window. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const list = matchMedia(query);
      list.addEventListener('change', listener);
      return () => list.removeEventListener('change', listener);
    },
    [query],
  );
  return useSyncExternalStore(
    subscribe,
    () => matchMedia(query).matches,
    () => false,
  );
}
