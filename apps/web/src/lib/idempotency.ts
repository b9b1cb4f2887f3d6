import { useState } from 'react';
import { SESSION, sessionStore } from './storage.ts';

/** A key that makes a repeated order one order (header `Idempotency-Key`). */
export function newIdempotencyKey(): string {
  return crypto.randomUUID();
}

/**
 * One key per intended order: the same over retries, and with a draft key also over reloads, until `renew()`
 * (after success, or when the person starts over).
 */
export function useIdempotencyKey(draftKey?: string): { key: string; renew: () => void } {
  const name = draftKey === undefined ? undefined : `${SESSION.draftPrefix}${draftKey}:idempotency`;
  const make = (): string => {
    const fresh = newIdempotencyKey();
    if (name) sessionStore.setItem(name, fresh);
    return fresh;
  };
  const [key, setKey] = useState(() => (name ? sessionStore.getItem(name) : null) ?? make());
  return { key, renew: () => setKey(make()) };
}
