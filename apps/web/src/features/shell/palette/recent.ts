import { type KeyValueStore, LOCAL, localStore } from '../../../lib/session/storage.ts';
import { FOUND_KINDS, type FoundKind } from './choices.ts';

/** An earlier choice, with its label at that time. */
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

const MAX_RECENT = 5;

/** The account and company whose choices are kept. */
export interface Chooser {
  readonly account: string;
  readonly companyId: string | null;
}

const isChoice = (value: unknown): value is RecentChoice => {
  const { kind, id, label } = (value ?? {}) as Partial<Record<keyof RecentChoice, unknown>>;
  return FOUND_KINDS.some((known) => known === kind && known !== 'companies') && typeof id === 'string' && typeof label === 'string';
};

/** The latest choices, newest first. They name people, so the end of the session removes them (session.ts). */
export function recentChoices({ account, companyId }: Chooser, store: KeyValueStore = localStore): readonly RecentChoice[] {
  try {
    const kept = JSON.parse(store.getItem(LOCAL.recent) ?? 'null') as Partial<Kept> | null;
    if (kept?.account !== account || kept.companyId !== companyId || !Array.isArray(kept.choices)) return [];
    return kept.choices.filter(isChoice).slice(0, MAX_RECENT);
  } catch {
    // A value of another version of the product is ignored.
    return [];
  }
}

/** Puts a choice first; only its kind, id and name are kept. */
export function rememberChoice(chooser: Chooser, { kind, id, label }: RecentChoice, store: KeyValueStore = localStore): void {
  const others = recentChoices(chooser, store).filter((choice) => choice.id !== id);
  const kept: Kept = { ...chooser, choices: [{ kind, id, label }, ...others].slice(0, MAX_RECENT) };
  store.setItem(LOCAL.recent, JSON.stringify(kept));
}
