import { useEffect, useState } from 'react';

/** Typing pauses this long before something is asked about what was typed. */
const PAUSE_MS = 300;

/** The value once it has been the same for a moment. @param value compared by identity: a text, or null */
export function useDebounced<Value extends string | null>(value: Value, milliseconds: number = PAUSE_MS): Value {
  const [debounced, setDebounced] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), milliseconds);
    return () => clearTimeout(timer);
  }, [value, milliseconds]);
  return debounced;
}
