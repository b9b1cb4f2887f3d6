import { useEffect, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { session } from '../session/session.ts';
import { type KeyValueStore, SESSION, sessionStore } from '../session/storage.ts';

/** Which draft it is. Every part is needed: what was typed by one person or for one company is never offered to another. */
export interface DraftKey {
  /** Name of the form, with the id of the record that it changes. */
  readonly form: string;
  /** null: a visitor's. */
  readonly account: string | null;
  /** The company that the draft is about; null where it is about none, or where the form itself asks for the company. */
  readonly companyId: string | null;
}

/** The key of a draft of this tab's user. */
export const draftKey = (part: Omit<DraftKey, 'account'>): DraftKey => ({ ...part, account: session.account() ?? null });

/** Under which name a draft is kept; what belongs to it is kept under names that begin with this one. */
export function draftName({ form, account, companyId }: DraftKey): string {
  const name = (...parts: readonly string[]): string => parts.map(encodeURIComponent).join(':');
  return account === null
    ? `${SESSION.visitorDraftPrefix}${name(companyId ?? '', form)}`
    : `${SESSION.draftPrefix}${name(account, companyId ?? '', form)}`;
}

/**
 * Unsent work of long forms, per tab, account and company, in sessionStorage: survives a reload and an expired session, not a
 * sign-out, nor that somebody else signs in. A visitor's are lost with neither, unless it is in that very tab.
 */
export function readDraft<T>(key: DraftKey, parse: (raw: unknown) => T | undefined, store: KeyValueStore = sessionStore): T | undefined {
  return readNamed(draftName(key), parse, store);
}

export function writeDraft(key: DraftKey, value: unknown, store: KeyValueStore = sessionStore): void {
  store.setItem(draftName(key), JSON.stringify(value));
}

export function clearDraft(key: DraftKey, store: KeyValueStore = sessionStore): void {
  store.removeItem(draftName(key));
}

function readNamed<T>(name: string, parse: (raw: unknown) => T | undefined, store: KeyValueStore): T | undefined {
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

const asFields = (raw: unknown): Record<string, unknown> | undefined =>
  typeof raw === 'object' && raw !== null && !Array.isArray(raw) ? { ...raw } : undefined;

/**
 * Keeps a form as a draft while it is filled in, and puts an earlier draft back. A form whose key names another company or
 * record is another form: give it a React key of its own.
 * `fields` limits what is kept (never files, never secrets). `clear` belongs in the form's success handler.
 */
export function useDraft<T extends FieldValues, C, O extends FieldValues | undefined>(
  key: DraftKey,
  form: UseFormReturn<T, C, O>,
  fields?: readonly (keyof T & string)[],
): { restored: boolean; clear: () => void } {
  // A key is a new object after each render, its name is not.
  const name = draftName(key);
  const [restored, setRestored] = useState(() => readNamed(name, asFields, sessionStore) !== undefined);
  // The form is another object after each render, its methods are not: a draft is put back once, not over the faults found since.
  const { getValues, reset, subscribe } = form;
  useEffect(() => {
    const draft = readNamed(name, asFields, sessionStore);
    if (draft) reset({ ...getValues(), ...draft }, { keepDefaultValues: true });
    const subscription = subscribe({
      formState: { values: true },
      callback: ({ values }) => {
        const kept = fields ? Object.fromEntries(fields.map((field) => [field, values[field]])) : values;
        sessionStore.setItem(name, JSON.stringify(kept));
      },
    });
    return subscription;
  }, [name, getValues, reset, subscribe, fields]);
  return {
    restored,
    clear: () => {
      sessionStore.removeItem(name);
      setRestored(false);
    },
  };
}
