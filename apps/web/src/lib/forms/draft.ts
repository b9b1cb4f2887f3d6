import { useEffect, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { session } from '../session/session.ts';
import { type KeyValueStore, SESSION, sessionStore } from '../session/storage.ts';

/** Identifies a draft. Every part is needed, so that a draft of one person or company is never offered to another. */
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

/** Name of a draft in storage; names of its further values begin with it. */
export function draftName({ form, account, companyId }: DraftKey): string {
  const name = (...parts: readonly string[]): string => parts.map(encodeURIComponent).join(':');
  return account === null
    ? `${SESSION.visitorDraftPrefix}${name(companyId ?? '', form)}`
    : `${SESSION.draftPrefix}${name(account, companyId ?? '', form)}`;
}

/**
 * Drafts of long forms, per tab, account and company, in sessionStorage. They survive a reload and an expired session, and are removed by a
 * sign-out or another user's sign-in. A visitor's drafts are removed only when that happens in the same tab.
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
  // The key is a new object at each render; its name stays the same.
  const name = draftName(key);
  const [restored, setRestored] = useState(() => readNamed(name, asFields, sessionStore) !== undefined);
  // The form is a new object at each render; its methods stay the same, so that a draft is restored only once.
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
