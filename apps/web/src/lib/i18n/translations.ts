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

/** Those that are made again have another identity, so what was written with them is written again. */
function forget(isOver: (translator: Translator) => boolean): void {
  const over = [...translators].filter(([, translator]) => isOver(translator));
  for (const [names] of over) translators.delete(names);
  if (over.length > 0) for (const listener of listeners) listener();
}

i18n.on('languageChanged', () => forget(() => true));
i18n.on('loaded', () => forget(({ missing }) => missing.length > 0));

/** What takes no parameters is looked up once: in a list of 25 rows a third of the time to draw it was spent in i18next (docs/performance.md). */
function makeTranslator(namespaces: readonly string[]): Translator {
  const missing = namespaces.filter((namespace) => !i18n.hasLoadedNamespace(namespace));
  // Here a key is any string; the type of `useTranslations` says which keys exist.
  const translate = i18n.getFixedT(null, namespaces[0] as Namespace) as unknown as Translator['t'];
  const known = new Map<string, string>();
  const t: Translator['t'] = (key, params) => {
    const text = (params === undefined ? known.get(key) : undefined) ?? translate(key, params);
    // A key without a translation is its own text: it may still come.
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
