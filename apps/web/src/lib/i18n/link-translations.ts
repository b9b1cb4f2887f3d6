import type { MessageLanguage, Namespace } from '@checkwell/messages';
import { addElisions } from '@checkwell/messages/elision';
import type { TFunction } from 'i18next';
import { fetchTranslations, i18n } from './i18n.ts';

/**
 * Translations of some namespaces into a language that need not be the interface's: a page for employees, who also read German. The reader
 * chooses the language of that page alone. `t` takes keys of the first by themselves, of the others as `namespace:key`.
 */
export async function loadLinkTranslations<N extends [Namespace, ...Namespace[]]>(
  language: MessageLanguage,
  ...namespaces: N
): Promise<TFunction<N>> {
  const texts = await Promise.all(namespaces.map(async (namespace) => [namespace, await fetchTranslations(language, namespace)] as const));
  const own = i18n.createInstance({
    lng: language,
    fallbackLng: false,
    ns: namespaces,
    defaultNS: namespaces[0],
    resources: { [language]: Object.fromEntries(texts) },
    initAsync: false,
    interpolation: { escapeValue: false },
  });
  await own.init();
  addElisions(own);
  // i18next's declared type is wider than the function it returns for these namespaces.
  return own.getFixedT(language, namespaces[0]) as unknown as TFunction<N>;
}
