import type { InterfaceLanguage } from '@checkwell/domain/constants';
import { createInstance, type TFunction } from 'i18next';
import { type Say, sayWith } from './say-with.ts';

export type { Say, SentenceKey } from './say-with.ts';

const files: Record<string, object> = import.meta.glob('../../../../packages/messages/locales/{en,fr,nl}/*.json', {
  eager: true,
  import: 'default',
});

const resources: Record<string, Record<string, object>> = {};
for (const [path, words] of Object.entries(files)) {
  const [language = '', namespace = ''] = path.replace('.json', '').split('/').slice(-2);
  resources[language] = { ...resources[language], [namespace]: words };
}

const instance = createInstance({ lng: 'en', fallbackLng: 'en', resources, initAsync: false, interpolation: { escapeValue: false } });
await instance.init();

/** The product's translations in a language, so that no test repeats a sentence: `const say = sayIn('fr')`. */
export function sayIn(language: InterfaceLanguage): Say {
  // The compiler checks keys where a test names them (SentenceKey), not here.
  return sayWith(
    (namespace, path, parameters) =>
      (instance.getFixedT(language, namespace) as TFunction as (path: string, parameters: object) => string)(path, parameters),
    language,
  );
}
