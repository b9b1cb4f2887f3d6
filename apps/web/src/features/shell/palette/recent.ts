import { type KeyValueStore, LOCAL, localStore } from '../../../lib/session/storage.ts';
import { FOUND_KINDS, type FoundKind } from './choices.ts';

/** Something that was chosen, as it was called then. */
export interface RecentChoice {
  readonly kind: Exclude<FoundKind, 'companies'>;
  readonly id: string;
  readonly label: string;
}

interface Kept {
  readonly account: string;
  readonly companyId: string | null;
  readonly choices: readonly RecentChoice[];
}

const MOST_RECENT = 5;

/** Whose choices: with another account, or another company's data, there are none. */
export interface Chooser {
  readonly account: string;
  readonly companyId: string | null;
}

const isChoice = (value: unknown): value is RecentChoice => {
  const { kind, id, label } = (value ?? {}) as Partial<Record<keyof RecentChoice, unknown>>;
  return FOUND_KINDS.some((known) => known === kind && known !== 'companies') && typeof id === 'string' && typeof label === 'string';
};

/** What was chosen last, newest first. Session's end takes them away (session.ts): they name people. */
export function recentChoices({ account, companyId }: Chooser, store: KeyValueStore = localStore): readonly RecentChoice[] {
  try {
    const kept = JSON.parse(store.getItem(LOCAL.recent) ?? 'null') as Partial<Kept> | null;
    if (kept?.account !== account || kept.companyId !== companyId || !Array.isArray(kept.choices)) return [];
    return kept.choices.filter(isChoice).slice(0, MOST_RECENT);
  } catch {
    // What another version of the product kept is no choice.
    return [];
  }
}

/** Puts a choice first; of the thing, nothing but its id and name is kept. */
export function rememberChoice(chooser: Chooser, { kind, id, label }: RecentChoice, store: KeyValueStore = localStore): void {
  const others = recentChoices(chooser, store).filter((choice) => choice.id !== id);
  const kept: Kept = { ...chooser, choices: [{ kind, id, label }, ...others].slice(0, MOST_RECENT) };
  store.setItem(LOCAL.recent, JSON.stringify(kept));
}
