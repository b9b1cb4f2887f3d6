import type { InterfaceLanguage } from '@checkwell/domain/constants';
import { getTranslator } from '@checkwell/messages/translator';
import { type Say, sayWith } from '../../../apps/web/src/test/say-with.ts';

export type { Say, SentenceKey } from '../../../apps/web/src/test/say-with.ts';

/** A function that returns the product's translations in a language: `const say = sayIn('fr')`. */
export function sayIn(language: InterfaceLanguage): Say {
  return sayWith(
    (namespace, path, parameters) => (getTranslator(language, namespace) as (path: string, parameters: object) => string)(path, parameters),
    language,
  );
}
