import type { InterfaceLanguage } from '@checkwell/domain/constants';
import type { MessageKey, Namespace } from '@checkwell/messages';
import { getTranslator } from '@checkwell/messages/translator';

/** `order:incapacity.days` stands in the files as `…_one` and `…_other`. */
type CountedKey = MessageKey extends infer Key ? (Key extends `${infer Base}_other` ? Base : never) : never;
export type WordKey = MessageKey | CountedKey;

/** `say('common:continue')`: a sentence as the screens show it. */
export type Say = (key: WordKey, parameters?: Readonly<Record<string, string | number>>) => string;

/**
 * The product's own words in a language, so that no journey repeats a sentence.
 * @throws {Error} for a key without words: a journey that looks for the key itself would look for nothing
 */
export function wordsIn(language: InterfaceLanguage): Say {
  return (key, parameters = {}) => {
    const [namespace = '', path = ''] = key.split(/:(.*)/s);
    const text: string = (getTranslator(language, namespace as Namespace) as (path: string, parameters: object) => string)(
      path,
      parameters,
    );
    if (text === path || text === '') throw new Error(`There are no words for ${key} in ${language}.`);
    return text;
  };
}
