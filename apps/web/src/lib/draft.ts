import { useEffect, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { session } from './session.ts';
import { type KeyValueStore, SESSION, sessionStore } from './storage.ts';

/** Whose drafts, and where they are kept; tests hand in their own. */
interface Place {
  readonly store: KeyValueStore;
  /** undefined: a visitor's. */
  readonly account: string | undefined;
}
const here = (): Place => ({ store: sessionStore, account: session.account() });
const nameOf = (key: string, account: string | undefined): string =>
  account === undefined ? `${SESSION.visitorDraftPrefix}${key}` : `${SESSION.draftPrefix}${account}:${key}`;

/**
 * Unsent work of long forms, per tab and account, in sessionStorage: survives a reload and an expired session, not a sign-out,
 * nor that somebody else signs in. A visitor's are lost with neither, unless it is in that very tab.
 */
export function readDraft<T>(key: string, parse: (raw: unknown) => T | undefined, { store, account } = here()): T | undefined {
  const name = nameOf(key, account);
  const text = store.getItem(name);
  if (text === null) return undefined;
  try {
    return parse(JSON.parse(text));
  } catch {
    // A draft of another version of the form is no draft.
    store.removeItem(name);
    return undefined;
  }
}

export function writeDraft(key: string, value: unknown, { store, account } = here()): void {
  store.setItem(nameOf(key, account), JSON.stringify(value));
}

export function clearDraft(key: string, { store, account } = here()): void {
  store.removeItem(nameOf(key, account));
}

const asFields = (raw: unknown): Record<string, unknown> | undefined =>
  typeof raw === 'object' && raw !== null && !Array.isArray(raw) ? { ...raw } : undefined;

/**
 * Keeps a form as a draft while it is filled in, and puts an earlier draft back.
 * `fields` limits what is kept (never files, never secrets). `clear` belongs in the form's success handler.
 */
export function useDraft<T extends FieldValues, C, O extends FieldValues | undefined>(
  key: string,
  form: UseFormReturn<T, C, O>,
  fields?: readonly (keyof T & string)[],
): { restored: boolean; clear: () => void } {
  const [restored, setRestored] = useState(() => readDraft(key, asFields) !== undefined);
  // The form is another object after each render, its methods are not: a draft is put back once, not over the faults found since.
  const { getValues, reset, subscribe } = form;
  useEffect(() => {
    const draft = readDraft(key, asFields);
    if (draft) reset({ ...getValues(), ...draft }, { keepDefaultValues: true });
    const subscription = subscribe({
      formState: { values: true },
      callback: ({ values }) => {
        const kept = fields ? Object.fromEntries(fields.map((field) => [field, values[field]])) : values;
        writeDraft(key, kept);
      },
    });
    return subscription;
  }, [key, getValues, reset, subscribe, fields]);
  return {
    restored,
    clear: () => {
      clearDraft(key);
      setRestored(false);
    },
  };
}
