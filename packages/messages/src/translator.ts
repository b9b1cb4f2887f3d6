import { readdirSync, readFileSync } from 'node:fs';
import { createInstance, type TFunction } from 'i18next';
import { addElisions } from './elision.ts';
// An unknown key is a type error in every program that translates.
import type {} from './i18next.d.ts';
import { DEFAULT_LANGUAGE, type MessageLanguage, type Namespace } from './index.ts';

const directory = new URL('../locales/', import.meta.url);

/** One language, all its namespaces, read once. German holds the worker's pages only; the rest falls back to English. */
function resourcesOf(language: string): Record<string, object> {
  const files = readdirSync(new URL(`${language}/`, directory)).filter((file) => file.endsWith('.json'));
  return Object.fromEntries(
    files.map((file) => [file.slice(0, -'.json'.length), JSON.parse(readFileSync(new URL(`${language}/${file}`, directory), 'utf8'))]),
  );
}

const languages = readdirSync(directory);
const instance = createInstance({
  lng: DEFAULT_LANGUAGE,
  fallbackLng: DEFAULT_LANGUAGE,
  resources: Object.fromEntries(languages.map((language) => [language, resourcesOf(language)])),
  initAsync: false,
  interpolation: { escapeValue: false },
});
await instance.init();
addElisions(instance);

/**
 * The translations of one language for programs without a screen (mails, letters, exports, error bodies).
 * `getTranslator('nl', 'mail')('checkOrdered.subject', { name })`; further namespaces are named in the key (`common:yes`). Values are not HTML-escaped: who writes HTML escapes.
 */
export function getTranslator<N extends [Namespace, ...Namespace[]]>(language: MessageLanguage, ...namespaces: N): TFunction<N> {
  // i18next's own type of a list of namespaces is wider than what it answers.
  return instance.getFixedT(language, namespaces) as unknown as TFunction<N>;
}

/** The translations of one namespace, in one language. */
export type Translator<N extends Namespace> = TFunction<[N]>;
