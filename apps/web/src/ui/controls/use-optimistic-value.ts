import { useState } from 'react';

/**
 * Optimistic update of a filter, before the address has it: what was chosen shows at once, and follows the address when that
 * changes by other means (back, "clear all").
 * @param value what the address says by now
 */
export function useOptimisticValue<T>(value: T): readonly [shown: T, show: (value: T) => void] {
  const [shown, setShown] = useState(value);
  const [known, setKnown] = useState(value);
  if (value !== known) {
    setKnown(value);
    setShown(value);
  }
  return [shown, setShown];
}
