import { useEffect, useState } from 'react';

/** Typing rests this long before something is asked about what was typed. */
const REST_MS = 300;

/** The value once it has been the same for a moment. @param value compared by identity: a text, or null */
export function useRested<Value extends string | null>(value: Value): Value {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), REST_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return rested;
}
