import type { Namespace } from '@checkwell/messages';
import type { TFunction } from 'i18next';
import { useEffect, useSyncExternalStore } from 'react';
import { i18n } from './i18n.ts';

export { loadTranslations } from './translations-loader.ts';

interface Translator {
  readonly t: (key: string, params?: object) => string;
  /** Namespaces that are not there yet. */
  readonly missing: readonly string[];
}

/** By namespaces, in the language at hand. The components that ask for the same ones share one. */
const translators = new Map<string, Translator>();
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Drops translators, so that new ones with another identity make components render again. */
function forget(isOver: (translator: Translator) => boolean): void {
  const over = [...translators].filter(([, translator]) => isOver(translator));
  for (const [names] of over) translators.delete(names);
  if (over.length > 0) for (const listener of listeners) listener();
}

i18n.on('languageChanged', () => forget(() => true));
i18n.on('loaded', () => forget(({ missing }) => missing.length > 0));

/** Caches texts without parameters: i18next took a third of the time to render a list of 25 rows (docs/performance.md). */
function makeTranslator(namespaces: readonly string[]): Translator {
  const missing = namespaces.filter((namespace) => !i18n.hasLoadedNamespace(namespace));
  // Here a key is any string; the type of `useTranslations` says which keys exist.
  const translate = i18n.getFixedT(null, namespaces[0] as Namespace) as unknown as Translator['t'];
  const known = new Map<string, string>();
  const t: Translator['t'] = (key, params) => {
    const text = (params === undefined ? known.get(key) : undefined) ?? translate(key, params);
    // A missing translation gives the key itself, which is not cached because the translation may still load.
    if (params === undefined && !key.endsWith(text)) known.set(key, text);
    return text;
  };
  return { t, missing };
}

function translatorOf(names: string): Translator {
  const known = translators.get(names);
  if (known) return known;
  const made = makeTranslator(names.split(','));
  translators.set(names, made);
  return made;
}

/**
 * `const t = useTranslations('checks', 'enums')`: `t('list.title')` from the first namespace, `t('enums:checkStatus.Planning')`
 * from another, `t('common:save')` always. The route's loader has loaded them (`loadTranslations`); those that are not there are loaded, and the
 * component is drawn again when they are.
 */
export function useTranslations<N extends [Namespace, ...Namespace[]]>(...namespaces: N): TFunction<[...N, 'common']> {
  const names = [...namespaces, 'common'].join(',');
  const { t, missing } = useSyncExternalStore(
    subscribe,
    () => translatorOf(names),
    () => translatorOf(names),
  );
  useEffect(() => {
    if (missing.length > 0) void i18n.loadNamespaces(missing);
  }, [missing]);
  // The same function, with i18next's type: it says which keys these namespaces have, and which parameters each takes.
  return t as unknown as TFunction<[...N, 'common']>;
}
