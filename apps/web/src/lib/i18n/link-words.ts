import type { MessageLanguage, Namespace } from '@checkwell/messages';
import { addElisions } from '@checkwell/messages/elision';
import type { TFunction } from 'i18next';
import { fetchWords, i18n } from './i18n.ts';

/**
 * Words of one namespace in a language that need not be the interface's: a page for employees, who also read German. Whoever reads it chooses
 * the language of that page alone.
 */
export async function loadLinkWords<N extends Namespace>(language: MessageLanguage, namespace: N): Promise<TFunction<[N]>> {
  const words = await fetchWords(language, namespace);
  const own = i18n.createInstance({
    lng: language,
    fallbackLng: false,
    defaultNS: namespace,
    resources: { [language]: { [namespace]: words } },
    initAsync: false,
    interpolation: { escapeValue: false },
  });
  await own.init();
  addElisions(own);
  return own.getFixedT(language, namespace) as unknown as TFunction<[N]>;
}
