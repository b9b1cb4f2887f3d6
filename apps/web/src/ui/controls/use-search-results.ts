import { useEffect, useState } from 'react';
import { useLatest } from '../../lib/browser/use-latest.ts';

/** Pause in typing before a search starts. */
const DEBOUNCE_MS = 200;

/** The results of the last search. */
interface Found<T> {
  readonly query: string | undefined;
  readonly items: readonly T[];
  readonly error?: unknown;
}

/** Searches for a text after the debounce delay; the earlier results stay until then. */
export function useSearchResults<T>(
  query: string,
  wanted: boolean,
  search: (text: string, signal: AbortSignal) => Promise<readonly T[]>,
): { readonly items: readonly T[]; readonly error: unknown; readonly searching: boolean } {
  const [found, setFound] = useState<Found<T>>({ query: undefined, items: [] });
  const run = useLatest(search);
  useEffect(() => {
    if (!wanted) return;
    const controller = new AbortController();
    const show = (next: Found<T>): void => {
      if (!controller.signal.aborted) setFound(next);
    };
    const timer = setTimeout(() => {
      run.current(query, controller.signal).then(
        (items) => show({ query, items }),
        (error: unknown) => show({ query, items: [], error }),
      );
    }, DEBOUNCE_MS);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [query, wanted, run]);
  return { items: found.items, error: found.error, searching: wanted && found.query !== query };
}
