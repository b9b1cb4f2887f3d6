import { readdirSync, readFileSync } from 'node:fs';
import { createInstance, type TFunction } from 'i18next';
import { addElisions } from './elision.ts';
// Makes an unknown key a type error in every package that imports this file.
import type {} from './i18next.d.ts';
import { DEFAULT_LANGUAGE, type MessageLanguage, type Namespace } from './index.ts';

const directory = new URL('../locales/', import.meta.url);

/** Reads all namespaces of one language. German has only the texts for workers; other keys fall back to English. */
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
 * The translations of one language, for the server (e-mails, letters, exports, error responses):
 * `getTranslator('nl', 'mail')('checkOrdered.subject', { name })`. Keys of other namespaces are written `common:yes`. Values are not
 * HTML-escaped: code that writes HTML must escape them.
 */
export function getTranslator<N extends [Namespace, ...Namespace[]]>(language: MessageLanguage, ...namespaces: N): TFunction<N> {
  // For a list of namespaces, i18next declares a wider type than the one it returns.
  return instance.getFixedT(language, namespaces) as unknown as TFunction<N>;
}

/** The translations of one namespace, in one language. */
export type Translator<N extends Namespace> = TFunction<[N]>;
