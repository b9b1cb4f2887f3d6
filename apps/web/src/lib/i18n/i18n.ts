import { DEFAULT_LANGUAGE, type InterfaceLanguage } from '@checkwell/domain/constants';
import { addElisions } from '@checkwell/messages/elision';
import i18next, { type BackendModule, type ReadCallback } from 'i18next';
import { useSyncExternalStore } from 'react';
import { LOCAL, localStore, sessionStore } from '../session/storage.ts';
import { translationAddresses } from './files/translation-addresses.ts';
import { initialLanguage, parseLanguages, preferredLanguages } from './language.ts';

/** Addresses of the translations that the sign-in page needs; those of all the others come with the application. */
const FIRST = translationAddresses(
  import.meta.glob('../../../../../packages/messages/locales/{en,fr,nl}/{common,auth,validation,errors}.json', {
    query: '?url',
    import: 'default',
    eager: true,
  }),
);

/** @returns the address of `<language>/<namespace>`; undefined where there are no such translations */
async function addressOf(name: string): Promise<string | undefined> {
  return FIRST.get(name) ?? (await import('./files/later-translations.ts')).LATER.get(name);
}

export const languages: readonly InterfaceLanguage[] = parseLanguages(import.meta.env.VITE_LANGUAGES);
export const i18n = i18next;

/** Namespaces that hold English because the language's own translations could not be loaded. */
const substitutes = new Set<string>();

export async function fetchTranslations(language: string, namespace: string): Promise<object> {
  const address = await addressOf(`${language}/${namespace}`);
  if (!address) throw new Error(`There are no translations ${language}/${namespace}.`);
  const response = await fetch(address);
  if (!response.ok) throw new Error(`Translations ${language}/${namespace}: received status code ${response.status}`);
  return response.json();
}

/** The English texts of a namespace: its file, else the copy in the code. */
async function englishTranslations(namespace: string): Promise<object> {
  try {
    return await fetchTranslations(DEFAULT_LANGUAGE, namespace);
  } catch (error) {
    const texts = (await import('./files/english-translations.ts')).ENGLISH.get(namespace);
    if (texts) return texts;
    throw error;
  }
}

/** English-only fallback (specification, section 8): better English texts than none, tried again later. */
const backend: BackendModule = {
  type: 'backend',
  init: () => undefined,
  read(language: string, namespace: string, callback: ReadCallback) {
    const name = `${language}/${namespace}`;
    (language === DEFAULT_LANGUAGE ? englishTranslations(namespace) : fetchTranslations(language, namespace)).then(
      (texts) => {
        substitutes.delete(name);
        callback(null, { ...texts });
      },
      (cause: unknown) => {
        if (language === DEFAULT_LANGUAGE) return callback(cause instanceof Error ? cause : new Error(String(cause)), false);
        englishTranslations(namespace).then(
          (texts) => {
            substitutes.add(name);
            callback(null, { ...texts });
          },
          (error: Error) => callback(error, false),
        );
      },
    );
  },
};

/** The language before anybody is known; the script in the head (boot.ts) has found it already, by the same rule. */
function languageAtStart(): InterfaceLanguage {
  const browser = typeof navigator === 'undefined' || typeof document === 'undefined' ? [] : navigator.languages;
  return initialLanguage(preferredLanguages(localStore, sessionStore, browser), languages);
}

/** Starts translation; resolves when the first translations are there or failed. */
export async function startI18n(): Promise<void> {
  await i18n.use(backend).init({
    lng: languageAtStart(),
    supportedLngs: [...languages],
    fallbackLng: false,
    ns: ['common'],
    defaultNS: 'common',
    partialBundledLanguages: true,
    returnNull: false,
    interpolation: { escapeValue: false },
  });
  addElisions(i18n);
  showLanguage();
  i18n.on('languageChanged', showLanguage);
}

/** Sets the language of the document, if there is one: the build renders pages without. */
function showLanguage(): void {
  if (typeof document !== 'undefined') document.documentElement.lang = currentLanguage();
}

export function currentLanguage(): InterfaceLanguage {
  return languages.find((language) => language === i18n.resolvedLanguage || language === i18n.language) ?? DEFAULT_LANGUAGE;
}

/** Number of pending changes of the language; of several, i18next applies the last. */
let changes = 0;

/**
 * Switches the interface.
 * @param keep for the next visit: as the choice made here, as the language of the account, or not at all
 */
export async function setLanguage(language: InterfaceLanguage, keep: 'choice' | 'account' | 'nothing' = 'choice'): Promise<void> {
  if (keep === 'choice') localStore.setItem(LOCAL.language, language);
  if (keep === 'account') localStore.setItem(LOCAL.accountLanguage, language);
  if (language === i18n.language && changes === 0) return;
  changes += 1;
  try {
    await i18n.changeLanguage(language);
  } finally {
    changes -= 1;
  }
}

/** Follows a choice in another tab. */
export function followLanguage(): void {
  addEventListener('storage', ({ key }) => {
    if (key === LOCAL.language) void setLanguage(languageAtStart(), 'nothing');
  });
}

export function savedLanguage(): string | null {
  return localStore.getItem(LOCAL.language);
}

/** The interface language; the component renders again when it changes. */
export function useLanguage(): InterfaceLanguage {
  return useSyncExternalStore(subscribeToLanguage, currentLanguage, currentLanguage);
}

function subscribeToLanguage(listener: () => void): () => void {
  i18n.on('languageChanged', listener);
  return () => i18n.off('languageChanged', listener);
}

/** Whether the translations of the current language itself (not their English substitutes) are there. */
export function missingTranslations(): readonly string[] {
  const language = i18n.language;
  const wanted = typeof i18n.options.ns === 'string' ? [i18n.options.ns] : (i18n.options.ns ?? []);
  return wanted.filter((namespace) => !i18n.hasResourceBundle(language, namespace) || substitutes.has(`${language}/${namespace}`));
}

/** Loads what is missing once more. Rejects when not even the English texts could be had. */
export async function reloadTranslations(): Promise<void> {
  const missing = missingTranslations();
  if (missing.length === 0) return;
  await new Promise<void>((resolve, reject) => {
    void i18n.reloadResources([i18n.language], [...missing], (error?: unknown) => {
      if (error) reject(error instanceof Error ? error : new Error(String(error)));
      else resolve();
    });
  });
  // What is on the screen was written with the substitutes: screens write it again when the language changes.
  i18n.emit('languageChanged', i18n.language);
}

export function isSubstituted(): boolean {
  return substitutes.size > 0;
}
