import type { InterfaceLanguage } from '@checkwell/domain/constants';
import { getTranslator } from '@checkwell/messages/translator';
import { type Say, sayWith } from '../../../apps/web/src/test/words.ts';

export type { Say, WordKey } from '../../../apps/web/src/test/words.ts';

/** The product's own words in a language, so that no test repeats a sentence: `const say = wordsIn('fr')`. */
export function wordsIn(language: InterfaceLanguage): Say {
  return sayWith(
    (namespace, path, parameters) => (getTranslator(language, namespace) as (path: string, parameters: object) => string)(path, parameters),
    language,
  );
}
