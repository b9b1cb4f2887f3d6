import { ERRORS, type ErrorCode } from '@checkwell/domain/errors';
import { useState } from 'react';
import { type DraftKey, draftName } from '../forms/draft.ts';
import { sessionStore } from '../session/storage.ts';

/** A key that makes a repeated order one order (header `Idempotency-Key`). */
export function newIdempotencyKey(): string {
  return crypto.randomUUID();
}

/**
 * One key per intended order: the same over retries, and with a draft also over reloads, until `renew()`
 * (after success, or when the person starts over).
 */
export function useIdempotencyKey(draft?: DraftKey): { key: string; renew: () => void } {
  const name = draft === undefined ? undefined : `${draftName(draft)}:idempotency`;
  const make = (): string => {
    const fresh = newIdempotencyKey();
    if (name) sessionStore.setItem(name, fresh);
    return fresh;
  };
  const [key, setKey] = useState(() => (name ? sessionStore.getItem(name) : null) ?? make());
  return { key, renew: () => setKey(make()) };
}

/**
 * Whether a failed attempt may have been stored nevertheless: then the next attempt must carry the same idempotency key.
 * A refusal stored nothing, so a corrected order gets a key of its own.
 * @param code of the failure; anything that the catalogue does not know (no answer, a broken one) may have arrived
 */
export function mayHaveArrived(code: string): boolean {
  return !(code in ERRORS) || ERRORS[code as ErrorCode].status >= 500;
}
