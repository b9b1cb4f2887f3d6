import { type RefObject, useEffect, useRef } from 'react';

/**
 * The value of the last render, for what runs after it: an upload or a request that ends when the screen has moved on.
 * Read it in handlers and effects only.
 */
export function useLatest<T>(value: T): RefObject<T> {
  const latest = useRef(value);
  useEffect(() => {
    latest.current = value;
  });
  return latest;
}
